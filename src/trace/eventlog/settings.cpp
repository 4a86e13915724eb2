// SPDX-License-Identifier: BSD-3-Clause
#include "trace/eventlog/settings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <type_traits>
#include <utility>

#include "base/parse_number.h"

namespace tarry::trace::eventlog {
namespace {

constexpr std::uint64_t kMaxSize = 1ull << 50;  // a petabyte: more is a typing error
constexpr std::uint32_t kMaxCount = 1u << 30;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (lower(a[i]) != lower(b[i])) return false;
  return true;
}

// Returns the factor for the text behind a size: "", "b", "k", "kb", "kib", ...
std::optional<std::uint64_t> factor_from_text(std::string_view text) {
  std::uint64_t factor = 1;
  if (!text.empty()) {
    constexpr std::string_view kSuffixes = "kmgt";
    const std::size_t power = kSuffixes.find(lower(text[0]));
    if (power != std::string_view::npos) {
      factor <<= 10 * (power + 1);
      text = {text.data() + 1, text.size() - 1};
    }
  }
  if (text.empty() || equal_ignoring_case(text, "b")) return factor;
  if (factor > 1 && equal_ignoring_case(text, "ib")) return factor;
  return std::nullopt;
}

std::optional<bool> flag_from_text(std::string_view text) {
  for (const char* yes : {"1", "on", "yes", "true"})
    if (equal_ignoring_case(text, yes)) return true;
  for (const char* no : {"", "0", "off", "no", "false"})
    if (equal_ignoring_case(text, no)) return false;
  return std::nullopt;
}

// Returns the position of a word in a list with `|` between the words.
template <class Equal>
std::optional<unsigned> place_of(std::string_view word, std::string_view words, Equal equal) {
  for (unsigned place = 0;; ++place) {
    const std::size_t bar = words.find('|');
    if (equal(word, words.substr(0, bar))) return place;
    if (bar == std::string_view::npos) return std::nullopt;
    words.remove_prefix(bar + 1);
  }
}

// Returns the groups of a list; `words` has one for each MpiGroup, and one for all.
std::optional<MpiGroups> mpi_groups_from_text(std::string_view text, std::string_view words) {
  if (equal_ignoring_case(text, "none")) return MpiGroups{0};
  MpiGroups groups = 0;
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::optional<unsigned> place =
        place_of(text.substr(0, comma), words, equal_ignoring_case);
    if (!place) return std::nullopt;
    const auto group = static_cast<MpiGroup>(*place);
    groups |= group > MpiGroup::Data ? kAllMpiGroups : bit_of(group);
    if (comma == std::string_view::npos) return groups;
    text.remove_prefix(comma + 1);
  }
}

// Returns the number that the whole text is, if it lies between `least` and `most`.
template <class T>
std::optional<T> number_from_text(std::string_view text, T least, T most) {
  const auto value = base::number_in<T>(text);
  return value && *value >= least && *value <= most ? value : std::nullopt;
}

template <class T>
bool assign(T& to, const std::optional<T>& value) {
  if (!value) return false;
  to = *value;
  return true;
}

bool assign_size(std::uint64_t& to, std::string_view value) {
  const std::optional<std::uint64_t> size = size_from_text(value);
  if (!size || *size < kMinBufferBytes) return false;
  to = *size;
  return true;
}

bool assign_text(SettingText& to, std::string_view value) {
  if (value.size() >= to.size()) return false;
  *std::copy(value.begin(), value.end(), to.begin()) = '\0';
  return true;
}

// Returns a whole number within `limits`, which are "1 to 1000" or empty.
std::optional<std::uint32_t> count_from_text(std::string_view text, std::string_view limits) {
  constexpr std::string_view kTo = " to ";
  const std::size_t to = limits.find(kTo);
  if (to == std::string_view::npos) return number_from_text<std::uint32_t>(text, 0, kMaxCount);
  const auto limit = [](std::string_view digits) {
    return number_from_text<std::uint32_t>(digits, 0, kMaxCount).value_or(0);
  };
  return number_from_text<std::uint32_t>(text, limit(limits.substr(0, to)),
                                         limit(limits.substr(to + kTo.size())));
}

// Sets a member from text that is written as settings of this kind are.
template <SettingType kind, class T>
bool set_member(T& to, std::string_view choices, std::string_view value) {
  if constexpr (kind == SettingType::Size) {
    return assign_size(to, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return assign(to, flag_from_text(value));
  } else if constexpr (kind == SettingType::Choice) {
    const auto place = place_of(value, choices, std::equal_to<std::string_view>());
    if (place) to = static_cast<T>(*place);
    return place.has_value();
  } else if constexpr (kind == SettingType::List) {
    return assign(to, mpi_groups_from_text(value, choices));
  } else if constexpr (std::is_same_v<T, SettingText>) {
    return assign_text(to, value);
  } else if constexpr (kind == SettingType::Share) {
    return assign(to, number_from_text<double>(value, 0, 1));
  } else if constexpr (kind == SettingType::Period) {
    if (value == "auto" || value == "off") return to = 0, true;
    return assign(to, period_from_text(value));
  } else {
    if (kind == SettingType::NumberOrOff && equal_ignoring_case(value, "off")) return to = 0, true;
    return assign(to, count_from_text(value, choices));
  }
}

}  // namespace

std::optional<std::uint64_t> size_from_text(std::string_view text) {
  std::size_t at = 0;
  std::uint64_t number = 0;  // the digits without the point
  std::uint64_t scale = 1;   // 10 to the power of the digits after it
  bool digits = false;
  bool point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
    } else if (c >= '0' && c <= '9') {
      digits = true;
      if (point && scale >= 1000) continue;  // finer than any size that matters
      if (number > kMaxSize) return std::nullopt;
      number = number * 10 + static_cast<std::uint64_t>(c - '0');
      if (point) scale *= 10;
    } else {
      break;
    }
  }
  if (!digits) return std::nullopt;
  const std::optional<std::uint64_t> factor =
      factor_from_text({text.data() + at, text.size() - at});
  if (!factor || number / scale > kMaxSize / *factor) return std::nullopt;
  const std::uint64_t whole = number / scale * *factor;
  return whole + number % scale * *factor / scale;
}

std::optional<std::uint64_t> period_from_text(std::string_view text) {
  constexpr double kLeast = 100'000;
  constexpr double kMost = 10'000'000'000;
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (read.ec != std::errc{}) return std::nullopt;
  const std::string_view unit(read.ptr, static_cast<std::size_t>(end - read.ptr));
  for (const auto& [name, factor] : {std::pair{"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}) {
    const double period = number * factor;
    if (unit == name && period >= kLeast && period <= kMost)
      return static_cast<std::uint64_t>(period);
  }
  return std::nullopt;
}

const SettingInfo* find_setting(std::string_view name) {
  for (const SettingInfo& info : kSettings)
    if (name == info.name) return &info;
  return nullptr;
}

std::string expectation(const SettingInfo& info) {
  switch (info.type) {
    case SettingType::Size:
      return "a size of at least 64K, for example " + std::string(info.default_value);
    case SettingType::Flag:
      return "on, yes, true, 1, off, no, false or 0";
    case SettingType::Choice:
      return "one of " + std::string(info.choices);
    case SettingType::List:
      return "some of " + std::string(info.choices) + ", commas between them; or none alone";
    case SettingType::File:
      return "a file whose path is shorter than 4096 bytes";
    case SettingType::Files:
      return "files with commas between them, shorter than 4096 bytes";
    case SettingType::Share:
      return "a number from 0 to 1";
    case SettingType::Names:
      return "names with commas between them, shorter than 4096 bytes";
    case SettingType::Period:
      return "auto, off, or a time from 100us to 10s, for example 4ms";
    case SettingType::NumberOrOff:
      return "off, or a whole number from " + std::string(info.choices);
    case SettingType::Number:
      return "a whole number from " + (info.choices[0] == '\0' ? "0 to " + std::to_string(kMaxCount)
                                                               : std::string(info.choices));
  }
  return "";
}

bool is_on(std::string_view value) { return flag_from_text(value).value_or(false); }

bool set_quietly(Settings& settings, std::string_view name, std::string_view value) {
#define TARRY_SETTING(type, field, initial, own_name, variable, kind, text, choices, help) \
  if (name == own_name) return set_member<SettingType::kind>(settings.field, choices, value);
#define TARRY_FOLD_SETTING(type, field, ...) TARRY_SETTING(type, fold.field, __VA_ARGS__)
#include "trace/eventlog/settings.def"
  return false;
}

const SettingInfo* read_environment_quietly(Settings& settings) {
  const SettingInfo* wrong = nullptr;
  for (const SettingInfo& info : kSettings) {
    const char* value = std::getenv(info.variable);
    if (value != nullptr && !set_quietly(settings, info.name, value) && wrong == nullptr)
      wrong = &info;
  }
  return wrong;
}

}  // namespace tarry::trace::eventlog
