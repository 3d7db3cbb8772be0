#pragma once
// Tables of comma-separated values as people and programs write them: RFC 4180 quoting, LF or CRLF, a UTF-8
// byte order mark, blank lines and lines that begin with '#' are tolerated; everything else that is wrong is
// an error with file and line.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plateau::record {

struct CsvRow {
  std::size_t line = 0;            // 1-based line in the file at which the row begins
  std::vector<std::string> cells;  // as many as the header has; surrounding blanks removed unless quoted
};

struct CsvTable {
  std::filesystem::path file;
  std::size_t header_line = 0;
  std::vector<std::string> header;  // unique, not empty
  std::vector<CsvRow> rows;

  std::optional<std::size_t> column(std::string_view name) const;
};

// Errors: bad_data (no header, empty or repeated column name, ragged row, quote left open or misplaced, text
// that is not UTF-8).
CsvTable csv_from_text(std::string_view text, const std::filesystem::path& file);

// A cell for output: quoted where it holds a comma, a quote, a line end or surrounding blanks.
std::string csv_cell(std::string_view text);

}  // namespace plateau::record
