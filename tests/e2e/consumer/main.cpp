// A stranger's program: fits a curve through find_package(plateau).
#include <cstdio>
#include <plateau/record/store.hpp>
#include <plateau/scaling/evaluate.hpp>

int main() {
  using namespace plateau;
  std::vector<scaling::SizeData> sizes;
  for (double batch = 1; batch <= 4096;
       batch *= 2) {  // exact hyperbola: 100 steps at least, critical batch size 64
    scaling::SizeData size;
    size.batch_size = batch;
    size.statistic = 100 * (1 + 64 / batch);
    size.observations = {scaling::Observation::exact(batch, size.statistic)};
    sizes.push_back(size);
  }
  const auto evaluation = scaling::evaluate(sizes);
  const auto* useful = scaling::find(evaluation.regimes, "maximum_useful_batch_size");
  std::printf("%s, maximum useful batch size %.0f\n", evaluation.verdict.c_str(), useful->value.value_or(-1));
  return useful->value && *useful->value > 60 && *useful->value < 68 && record::parse_goal("e < 1") ? 0 : 1;
}
