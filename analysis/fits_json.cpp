#include <cmath>

#include "analysis/fit.hpp"
#include "plateau/base/version.hpp"

namespace plateau::analysis {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json points_json(const std::vector<SizePoint>& points) {
  Json out = Json::array();
  for (const auto& point : points)
    out.push_back({{"batch_size", point.batch_size},
                   {"trials", point.trials},
                   {"censored", point.censored},
                   {"infeasible", point.infeasible},
                   {"steps",
                    {{"best", number(point.best)},
                     {"median", number(point.median)},
                     {"low", number(point.low)},
                     {"high", number(point.high)}}}});
  return out;
}

Json fit_json(const scaling::FormFit& form) {
  const auto& curve = form.fit.curve;
  Json out = {{"steps_min", number(std::exp2(curve.level))}};
  if (curve.form == scaling::Form::three_piece) {
    out["perfect_scaling_end"] = number(std::exp2(curve.first));
    out["plateau_start"] = number(std::exp2(curve.second));
    out["slope"] = number(curve.slope);
  } else {
    out["critical_batch_size"] = number(std::exp2(curve.knee));
  }
  if (curve.form == scaling::Form::smooth_max) out["sharpness"] = number(1 / curve.softness);
  out["rmse_log2"] = number(form.fit.rmse_log2);
  out["log_likelihood"] = number(form.fit.log_likelihood);
  out["aicc"] = number(form.fit.aicc);
  out["intervals"] = Json::object();
  for (const auto& [name, interval] : form.intervals)
    out["intervals"][name] = {number(interval.low), number(interval.high)};
  return out;
}

Json regimes_json(const std::vector<scaling::Regime>& regimes) {
  Json out = Json::object();
  for (const auto& regime : regimes)
    out[regime.name] = {{"value", number(regime.value)},
                        {"low", number(regime.low)},
                        {"high", number(regime.high)},
                        {"bound", name_of(regime.bound)},
                        {"definition", regime.definition}};
  return out;
}

Json bootstrap_json(const BootstrapSummary& bootstrap) {
  Json out = {{"replicates", bootstrap.replicates}, {"seed", bootstrap.seed}, {"intervals", Json::object()}};
  for (const auto& [name, interval] : bootstrap.intervals)
    out["intervals"][name] = {number(interval.low), number(interval.high)};
  return out;
}

Json workload_json(const WorkloadFit& fit) {
  Json out = {{"workload", fit.workload.name},
              {"target", fit.workload.target},
              {"batch_unit", fit.workload.batch_unit},
              {"statistic", fit.statistics.kind},
              {"k", fit.statistics.k ? Json(*fit.statistics.k) : Json(nullptr)},
              {"level", fit.options.evaluate.level},
              {"points", points_json(fit.statistics.points)},
              {"fits", Json::object()}};
  for (const auto& form : fit.evaluation.fits)
    out["fits"][std::string(name_of(form.fit.curve.form))] = fit_json(form);
  const auto& selected = fit.evaluation.selected;
  out["selected"] = selected ? Json(name_of(*selected)) : Json(nullptr);
  out["regimes"] = regimes_json(fit.evaluation.regimes);
  out["verdict"] = fit.evaluation.verdict;
  out["warnings"] = Json::array();
  for (const auto& warning : fit.evaluation.warnings)
    out["warnings"].push_back({{"code", warning.code}, {"text", warning.text}});
  if (fit.bootstrap) out["bootstrap"] = bootstrap_json(*fit.bootstrap);
  return out;
}

}  // namespace

Json fits_json(const std::vector<WorkloadFit>& fits, const Tool& tool) {
  const std::string built = commit();
  Json out = {{"schema", "plateau.fits/1"},
              {"tool",
               {{"version", version()},
                {"commit", built == "unknown" ? Json(nullptr) : Json(built)},
                {"options", tool.options},
                {"seed", tool.seed ? Json(*tool.seed) : Json(nullptr)}}},
              {"workloads", Json::array()}};
  for (const auto& fit : fits) out["workloads"].push_back(workload_json(fit));
  return out;
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace plateau::analysis
