#pragma once
// Files that are either whole or absent, whenever the process is killed.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace plateau {

// The whole file. Errors: no_input (absent, unreadable), io.
std::string read_file(const std::filesystem::path& path);

enum class Durability {
  none,         // whole or absent for other processes; a crash of the machine may lose it
  content,      // the bytes are on disk before the name is
  content_name  // the name is too when the call returns
};
// Replaces `path` atomically: temporary name, fsync, rename, fsync of the folder, as far as `durability` asks
// for. Errors: cannot_create, io.
void write_file(const std::filesystem::path& path, std::string_view content,
                Durability durability = Durability::content_name);

// Creates `path` with `content` unless it exists; true for exactly one of all concurrent callers on all
// machines that share the folder (O_CREAT|O_EXCL). Not forced to disk: it marks something for the living.
// Errors: cannot_create.
bool create_exclusively(const std::filesystem::path& path, std::string_view content);

// Creates a folder and its parents. Errors: cannot_create, with the first parent that is in the way.
void make_folder(const std::filesystem::path& path);

// Whether a killed write_file may have left this file.
bool is_leftover(const std::filesystem::path& file);
// Removes temporary files that a killed write_file left in `folder`.
void remove_leftovers(const std::filesystem::path& folder);

// Held until the object or the process ends. Nothing where another process holds it.
class FileLock {
 public:
  static std::optional<FileLock> take(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace plateau
