// SPDX-License-Identifier: BSD-3-Clause
#include "trace/recording/settings.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <utility>

namespace tarry::trace::recording {
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

// The factor behind a size: "", "b", "k", "kb", "kib", ...
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

std::optional<ClockChoice> clock_from_text(std::string_view text) {
  if (text == "auto") return ClockChoice::Auto;
  if (text == "tsc") return ClockChoice::Tsc;
  if (text == "monotonic") return ClockChoice::Monotonic;
  return std::nullopt;
}

std::optional<OpenMpChoice> openmp_from_text(std::string_view text) {
  if (text == "auto") return OpenMpChoice::Auto;
  if (text == "ompt") return OpenMpChoice::Ompt;
  if (text == "pomp2") return OpenMpChoice::Pomp2;
  if (text == "off") return OpenMpChoice::Off;
  return std::nullopt;
}

std::optional<SampleClockChoice> sample_clock_from_text(std::string_view text) {
  if (text == "wall") return SampleClockChoice::Wall;
  if (text == "cpu") return SampleClockChoice::Cpu;
  return std::nullopt;
}

std::optional<PthreadChoice> pthread_from_text(std::string_view text) {
  if (text == "auto") return PthreadChoice::Auto;
  if (text == "off") return PthreadChoice::Off;
  return std::nullopt;
}

std::optional<SwitchChoice> switches_from_text(std::string_view text) {
  if (text == "auto") return SwitchChoice::Auto;
  if (text == "off") return SwitchChoice::Off;
  return std::nullopt;
}

std::optional<MpiGroups> mpi_group_from_text(std::string_view text) {
  constexpr std::pair<std::string_view, MpiGroups> kNames[] = {
      {"p2p", bit_of(MpiGroup::PointToPoint)}, {"coll", bit_of(MpiGroup::Collective)},
      {"cg", bit_of(MpiGroup::Communicator)},  {"rma", bit_of(MpiGroup::OneSided)},
      {"io", bit_of(MpiGroup::File)},          {"env", bit_of(MpiGroup::Environment)},
      {"misc", bit_of(MpiGroup::Data)},        {"all", kAllMpiGroups}};
  for (const auto& [name, groups] : kNames)
    if (equal_ignoring_case(text, name)) return groups;
  return std::nullopt;
}

std::optional<MpiGroups> mpi_groups_from_text(std::string_view text) {
  if (equal_ignoring_case(text, "none")) return MpiGroups{0};
  MpiGroups groups = 0;
  for (;;) {
    const std::size_t comma = text.find(',');
    const std::optional<MpiGroups> group = mpi_group_from_text(text.substr(0, comma));
    if (!group) return std::nullopt;
    groups |= *group;
    if (comma == std::string_view::npos) return groups;
    text.remove_prefix(comma + 1);
  }
}

// All of it, and from `least` to `most`.
template <class T>
std::optional<T> number_from_text(std::string_view text, T least, T most) {
  T value{};
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end || !(value >= least && value <= most))
    return std::nullopt;
  return value;
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

bool assign_text(std::array<char, 4096>& to, std::string_view value) {
  if (value.size() >= to.size()) return false;
  *std::copy(value.begin(), value.end(), to.begin()) = '\0';
  return true;
}

bool set_fold_quietly(FoldSettings& fold, std::string_view name, std::string_view value) {
  const auto count = [&](std::uint32_t& to) {
    return assign(to, number_from_text<std::uint32_t>(value, 0, kMaxCount));
  };
  if (name == "partial-iterations") return assign(fold.partial_iterations, flag_from_text(value));
  if (name == "loop-agnostic-merge") return assign(fold.loop_agnostic_merge, flag_from_text(value));
  if (name == "vector-folding") return assign(fold.vector_folding, flag_from_text(value));
  if (name == "common-share")
    return assign(fold.common_share, number_from_text<double>(value, 0, 1));
  if (name == "loop-window") return count(fold.loop_window);
  if (name == "stack-threshold") return count(fold.stack_threshold);
  if (name == "histogram-threshold") return count(fold.histogram_threshold);
  return false;
}

}  // namespace

std::optional<std::uint64_t> size_from_text(std::string_view text) {
  std::size_t at = 0;
  std::uint64_t number = 0;  // digits without the point
  std::uint64_t scale = 1;   // 10 to the digits after it
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
  if (name == "buffer") return assign_size(settings.buffer_bytes, value);
  if (name == "max-trace") return assign_size(settings.max_trace_bytes, value);
  if (name == "pause") return assign(settings.paused, flag_from_text(value));
  if (name == "profile") return assign(settings.profile, flag_from_text(value));
  if (name == "trace") return assign(settings.trace, flag_from_text(value));
  if (name == "profile-depth")
    return assign(settings.profile_depth, number_from_text<std::uint32_t>(value, 1, 1000));
  if (name == "profile-paths")
    return assign(settings.profile_paths, number_from_text<std::uint32_t>(value, 16, 1u << 24));
  if (name == "compressed") return assign(settings.compressed, flag_from_text(value));
  if (name == "filter") return assign_text(settings.filter, value);
  if (name == "statistics") return assign_text(settings.statistics, value);
  if (name == "mpi-groups") return assign(settings.mpi_groups, mpi_groups_from_text(value));
  if (name == "call-sites") return assign(settings.call_sites, flag_from_text(value));
  if (name == "call-stacks") {
    if (equal_ignoring_case(value, "off")) return settings.call_stacks = 0, true;
    return assign(settings.call_stacks, number_from_text<std::uint32_t>(value, 1, 256));
  }
  if (name == "adaptive") {
    if (equal_ignoring_case(value, "off")) return settings.adaptive_ns = 0, true;
    return assign(settings.adaptive_ns, number_from_text<std::uint32_t>(value, 1, 1'000'000));
  }
  if (name == "metrics") return assign_text(settings.metrics, value);
  if (name == "sample") {
    if (value == "auto" || value == "off") return settings.sample_period_ns = 0, true;
    return assign(settings.sample_period_ns, period_from_text(value));
  }
  if (name == "sample-clock") return assign(settings.sample_clock, sample_clock_from_text(value));
  if (name == "sample-paths")
    return assign(settings.sample_paths,
                  number_from_text<std::uint32_t>(value, 16, (1u << 24) - 1));
  if (name == "clock") return assign(settings.clock, clock_from_text(value));
  if (name == "openmp") return assign(settings.openmp, openmp_from_text(value));
  if (name == "pthread") return assign(settings.pthread, pthread_from_text(value));
  if (name == "switches") return assign(settings.switches, switches_from_text(value));
  return set_fold_quietly(settings.fold, name, value);
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

}  // namespace tarry::trace::recording
