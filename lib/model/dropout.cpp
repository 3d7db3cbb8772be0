#include "plateau/model/dropout.hpp"

#include "plateau/base/random.hpp"

namespace plateau::model {

void dropout_mask(std::uint64_t seed, std::uint64_t step, std::uint64_t first_slot, std::size_t units,
                  double rate, std::span<float> mask) {
  const auto threshold = static_cast<std::uint64_t>(rate * 0x1p32);  // 32 random bits below it: dropped
  const float kept = static_cast<float>(1.0 / (1.0 - rate));
  const std::uint64_t key = mix(seed, 0xd209);
  for (std::size_t row = 0; row * units < mask.size(); ++row) {
    const std::uint64_t slot = first_slot + row;
    for (std::size_t unit = 0; unit < units; unit += 4) {
      const auto bits = philox({static_cast<std::uint32_t>(unit / 4), static_cast<std::uint32_t>(slot),
                                static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(step >> 32)},
                               {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)});
      for (std::size_t i = 0; i < 4 && unit + i < units; ++i)
        mask[row * units + unit + i] = bits[i] < threshold ? 0.0F : kept;
    }
  }
}

}  // namespace plateau::model
