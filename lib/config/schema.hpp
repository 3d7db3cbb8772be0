#pragma once
// A declared mapping: each key once, with its reader and a line of documentation. The declaration serves the
// reader, the check for unknown keys (with the nearest valid name) and the printed reference.

#include <functional>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "plateau/config/value.hpp"

namespace plateau::config {

// The part of a schema that does not depend on the type read into.
class SchemaKeys {
 public:
  struct Key {
    std::string name, form, documentation;  // form: "whole number >= 1", "list of texts"
    bool required = false;
    const SchemaKeys* section = nullptr;  // of a nested mapping; schemas live as long as the program
  };
  const std::vector<Key>& keys() const { return keys_; }

 protected:
  // The index of the entry's key. Notes an unknown key with the nearest valid name, which then counts as
  // present, and returns nothing.
  std::optional<std::size_t> find(const std::string& name, const Value& value,
                                  std::set<std::string>& present) const;
  void check_required(const Value& map, const std::set<std::string>& present) const;
  std::vector<Key> keys_;
};

template <typename T>
class Schema : public SchemaKeys {
 public:
  using Reader = std::function<void(const Value&, T&)>;
  // given: the keys of the mapping that was just read.
  using Check = std::function<void(const Value& map, const T& read, const std::set<std::string>& given)>;

  // Any reader. It notes faults in the value itself.
  Schema& key(std::string name, std::string form, std::string documentation, Reader reader) {
    keys_.push_back({std::move(name), std::move(form), std::move(documentation), false, nullptr});
    readers_.push_back(std::move(reader));
    return *this;
  }
  // The key declared last must be present.
  Schema& required() {
    keys_.back().required = true;
    return *this;
  }

  template <typename Member>
  Schema& number(std::string name, Member T::*member, const Limits& limits, std::string documentation) {
    return key(std::move(name), "number " + limits.text(), std::move(documentation),
               [=](const Value& v, T& out) {
                 if (const auto x = v.number(limits)) out.*member = *x;
               });
  }
  template <typename Member>
  Schema& whole(std::string name, Member T::*member, const Limits& limits, std::string documentation) {
    return key(std::move(name), "whole number " + limits.text(), std::move(documentation),
               [=](const Value& v, T& out) {
                 if (const auto x = v.whole(limits)) out.*member = static_cast<Member>(*x);
               });
  }
  template <typename Member>
  Schema& text(std::string name, Member T::*member, std::string documentation) {
    return key(std::move(name), "text", std::move(documentation), [=](const Value& v, T& out) {
      if (const auto x = v.text()) out.*member = *x;
    });
  }
  template <typename Member>
  Schema& name(std::string key_name, Member T::*member, std::string documentation) {
    return key(std::move(key_name), "name", std::move(documentation), [=](const Value& v, T& out) {
      if (const auto x = v.name()) out.*member = *x;
    });
  }
  template <typename Member>
  Schema& flag(std::string name, Member T::*member, std::string documentation) {
    return key(std::move(name), "true or false", std::move(documentation), [=](const Value& v, T& out) {
      if (const auto x = v.flag()) out.*member = *x;
    });
  }
  template <typename Member>
  Schema& duration(std::string name, Member T::*member, std::string documentation) {
    return key(std::move(name), "time", std::move(documentation), [=](const Value& v, T& out) {
      if (const auto x = v.duration()) out.*member = *x;
    });
  }
  // names in the order of the enumeration's values
  template <typename Enum>
  Schema& choice(std::string name, Enum T::*member, std::vector<std::string> names,
                 std::string documentation) {
    std::string form = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) form += " | " + names[i];
    return key(std::move(name), std::move(form), std::move(documentation), [=](const Value& v, T& out) {
      if (const auto x = v.choice(names)) out.*member = static_cast<Enum>(*x);
    });
  }
  // schema must live as long as this one: a function's static.
  template <typename Inner>
  Schema& section(std::string name, Inner T::*member, const Schema<Inner>& schema,
                  std::string documentation) {
    key(std::move(name), "mapping", std::move(documentation),
        [&schema, member](const Value& v, T& out) { schema.read_into(v, out.*member); });
    keys_.back().section = &schema;
    return *this;
  }

  // A check across the keys of one mapping, made after it was read.
  Schema& also(Check check) {
    checks_.push_back(std::move(check));
    return *this;
  }
  // Keys that say the same thing in two ways: a mapping holds one of them.
  Schema& either_or(const std::string& one, const std::string& other) {
    return also([=](const Value& map, const T&, const std::set<std::string>& given) {
      if (given.contains(one) && given.contains(other))
        map.fault(one + " and " + other + " are both given", "Remove one of them");
    });
  }

  // Reads over what `out` holds already, so that defaults and overrides compose. present: keys seen earlier.
  void read_into(const Value& map, T& out, std::set<std::string> present = {}) const {
    std::set<std::string> given;
    for (const auto& [name, value] : map.entries())
      if (const auto index = find(name, value, present)) {
        readers_[*index](value, out);
        given.insert(name);
      }
    if (map.is_map()) check_required(map, present);
    for (const auto& check : checks_) check(map, out, given);
  }

 private:
  std::vector<Reader> readers_;
  std::vector<Check> checks_;
};

}  // namespace plateau::config
