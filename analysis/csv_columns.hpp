#pragma once
// Typed access to the columns of a steps CSV, with errors that name file, line, column and value.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/dataset.hpp"
#include "plateau/record/csv.hpp"

namespace plateau::analysis {

class CsvColumns {
 public:
  // Errors: bad_data where batch_size or every column of steps is missing, or two names of one column appear.
  explicit CsvColumns(const record::CsvTable& table);

  // Nothing where the column is absent or the cell empty. Errors: bad_data unless finite and positive.
  std::optional<double> positive(const record::CsvRow& row, const std::string& name) const;
  bool flag(const record::CsvRow& row, const std::string& name) const;  // 0, 1, false, true; empty: false
  std::string text(const record::CsvRow& row, const std::string& name) const;
  std::optional<Rows> rows(const record::CsvRow& row) const;
  record::Parameters parameters(const record::CsvRow& row) const;  // numeric metaparameter columns

  std::string steps_columns() const;  // those that the file has, for messages
  const std::vector<std::string>& notes() const { return notes_; }

  [[noreturn]] void fail(const record::CsvRow& row, const std::string& what,
                         const std::string& remedy = {}) const;

 private:
  const std::string& cell(const record::CsvRow& row, const std::string& name) const;
  const record::CsvTable& table_;
  std::map<std::string, std::size_t> index_;       // canonical name -> column
  std::map<std::string, std::size_t> parameters_;  // metaparameter -> column
  std::vector<std::string> notes_;
};

}  // namespace plateau::analysis
