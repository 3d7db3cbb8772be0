#include "analysis/outputs.hpp"

#include <algorithm>
#include <set>

#include "analysis/figures.hpp"
#include "analysis/report.hpp"
#include "plateau/base/file.hpp"

namespace plateau::analysis {
namespace {

std::string safe(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const bool allowed = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                         c == '.' || c == '_' || c == '-';
    if (allowed && !(out.empty() && (c == '.' || c == '-')))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out.empty() ? "workload" : out.substr(0, 60);
}

}  // namespace

std::vector<std::string> file_stems(const std::vector<WorkloadFit>& fits) {
  std::vector<std::string> stems;
  std::set<std::string> used;
  for (const auto& fit : fits) {
    const auto base = safe(fit.workload.name);
    auto stem = base;
    for (int i = 2; !used.insert(stem).second; ++i) stem = base + "_" + std::to_string(i);
    stems.push_back(stem);
  }
  return stems;
}

void write_outputs(const std::filesystem::path& folder, const std::vector<WorkloadFit>& fits,
                   const Tool& tool) {
  make_folder(folder / "figures");
  remove_leftovers(folder);
  remove_leftovers(folder / "figures");
  const auto stems = file_stems(fits);
  for (std::size_t i = 0; i < fits.size(); ++i)
    for (const auto& figure : figures_of(fits[i]))
      write_file(folder / "figures" / (stems[i] + "-" + figure.name + ".svg"), standalone(figure));
  write_file(folder / "fits.json", json_text(fits_json(fits, tool)));
  write_file(folder / "report.html", report_html(fits, tool));
}

}  // namespace plateau::analysis
