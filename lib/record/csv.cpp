#include "plateau/record/csv.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "plateau/base/error.hpp"
#include "plateau/base/text.hpp"

namespace plateau::record {
namespace {

[[noreturn]] void fail(const std::filesystem::path& file, std::size_t line, const std::string& what,
                       const std::string& remedy = {}) {
  throw Error(ExitCode::bad_data, fmt::format("{}:{}: {}", file.string(), line, what), remedy);
}

// Bytes of the UTF-8 sequence that begins at `text`; 0 where there is none (RFC 3629).
std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto first = byte(0);
  if (first == 0) return 0;
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  const bool outside = (first == 0xed && byte(1) > 0x9f) || (first == 0xf4 && byte(1) > 0x8f);
  return overlong || outside ? 0 : length;
}

void check_utf8(std::string_view text, const std::filesystem::path& file) {
  std::size_t line = 1;
  while (!text.empty()) {
    const auto length = sequence_length(text);
    if (length == 0) fail(file, line, "the text is not UTF-8", "Save the file as UTF-8 text");
    if (text.front() == '\n') ++line;
    text.remove_prefix(length);
  }
}

class Reader {
 public:
  Reader(std::string_view text, const std::filesystem::path& file) : rest_(text), file_(file) {}

  // The next row that is neither blank nor a comment; false at the end.
  bool next(CsvRow& row) {
    while (!rest_.empty()) {
      const auto line = rest_.substr(0, rest_.find('\n'));
      const auto content = trimmed(line);
      if (!content.empty() && content.front() != '#') return read_row(row), true;
      rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
      ++line_;
    }
    return false;
  }

 private:
  void read_row(CsvRow& row) {
    row.line = line_;
    row.cells.clear();
    while (read_cell(row)) {
    }
  }

  // Appends a cell; true where another follows on the row.
  bool read_cell(CsvRow& row) {
    const auto blanks = rest_.find_first_not_of(" \t");
    if (blanks != std::string_view::npos && rest_[blanks] == '"') {
      rest_.remove_prefix(blanks + 1);
      row.cells.push_back(read_quoted());
      return end_of_cell(row);
    }
    const auto end = rest_.find_first_of(",\n");
    const auto cell = rest_.substr(0, end);
    if (cell.find('"') != std::string_view::npos)
      fail(file_, line_, fmt::format("a quote inside the cell {}", in_quotes(trimmed(cell))),
           "Put the whole cell in quotes and double the quotes inside it");
    row.cells.emplace_back(trimmed(cell));
    rest_.remove_prefix(cell.size());
    return end_of_cell(row);
  }

  std::string read_quoted() {
    const std::size_t opened = line_;
    std::string cell;
    for (;;) {
      const auto quote = rest_.find('"');
      if (quote == std::string_view::npos)
        fail(file_, opened, "a quote is opened and never closed", "Close the quote");
      const auto part = rest_.substr(0, quote);
      line_ += static_cast<std::size_t>(std::count(part.begin(), part.end(), '\n'));
      cell += part;
      rest_.remove_prefix(quote + 1);
      if (!rest_.starts_with('"')) return cell;
      cell += '"';
      rest_.remove_prefix(1);
    }
  }

  bool end_of_cell(const CsvRow& row) {
    const auto end = rest_.find_first_not_of(" \t\r");
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end);
    if (rest_.empty()) return false;
    const char separator = rest_.front();
    if (separator != ',' && separator != '\n')
      fail(file_, line_, fmt::format("text follows the closing quote of {}", in_quotes(row.cells.back())),
           "Double the quotes inside a quoted cell");
    rest_.remove_prefix(1);
    if (separator == '\n') ++line_;
    return separator == ',';
  }

  std::string_view rest_;
  const std::filesystem::path& file_;
  std::size_t line_ = 1;
};

void check_header(const CsvTable& table) {
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (table.header[i].empty())
      fail(table.file, table.header_line, fmt::format("column {} has no name", i + 1), "Name every column");
    if (table.column(table.header[i]) != i)
      fail(table.file, table.header_line, fmt::format("column {} appears twice", in_quotes(table.header[i])),
           "Keep one of them");
  }
}

}  // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
  const auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

CsvTable csv_from_text(std::string_view text, const std::filesystem::path& file) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  check_utf8(text, file);
  CsvTable table{file, 0, {}, {}};
  Reader reader(text, table.file);
  CsvRow row;
  if (!reader.next(row))
    fail(file, 1, "the file holds no header and no rows", "Begin it with a line of column names");
  table.header_line = row.line;
  table.header = row.cells;
  check_header(table);
  while (reader.next(row)) {
    if (row.cells.size() != table.header.size())
      fail(file, row.line,
           fmt::format("{} cells where the header has {}", row.cells.size(), table.header.size()),
           "Give every row one cell a column; leave unknown cells empty");
    table.rows.push_back(row);
  }
  return table;
}

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n#") == std::string_view::npos && trimmed(text).size() == text.size())
    return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace plateau::record
