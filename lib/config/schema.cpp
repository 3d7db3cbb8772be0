#include "plateau/config/schema.hpp"

#include <fmt/core.h>

#include "plateau/base/text.hpp"

namespace plateau::config {

std::optional<std::size_t> SchemaKeys::find(const std::string& name, const Value& value,
                                            std::set<std::string>& present) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (keys_[i].name == name) {
      present.insert(name);
      return i;
    }
    names.push_back(keys_[i].name);
  }
  const auto guess = nearest(name, names);
  if (guess) present.insert(*guess);
  value.fault(fmt::format("unknown key {}", in_quotes(name)),
              guess ? fmt::format("Did you mean {}?", *guess) : fmt::format("Known here: {}", either(names)));
  return std::nullopt;
}

void SchemaKeys::check_required(const Value& map, const std::set<std::string>& present) const {
  for (const auto& key : keys_)
    if (key.required && !present.contains(key.name))
      map.fault(fmt::format("the key '{}' is missing", key.name),
                fmt::format("It is: {}", key.documentation));
}

}  // namespace plateau::config
