// SPDX-License-Identifier: BSD-3-Clause
// The settings of a recording. settings.def has a row for each, which yields its member of
// Settings, its option of `tarry record`, the environment variable that carries it to the injected
// runtime, and its lines of the manual. The runtime reads them in a library constructor, so nothing
// here that it uses allocates or throws.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tarry::trace::eventlog {

enum class ClockChoice : std::uint8_t { Auto, Tsc, Monotonic };
// How constructs of OpenMP are seen: by OMPT, by calls that OPARI2 put into the program, or not at
// all.
enum class OpenMpChoice : std::uint8_t { Auto, Ompt, Pomp2, Off };
// Whether threads that the program creates, their mutexes and conditions are recorded.
enum class PthreadChoice : std::uint8_t { Auto, Off };
// What the time between two samples is: of the world, or that the thread has computed.
enum class SampleClockChoice : std::uint8_t { Wall, Cpu };
// Whether the times are recorded in which a thread was ready and had no core.
enum class SwitchChoice : std::uint8_t { Auto, Off };

// Which functions of MPI are recorded: each belongs to one group, and a bit stands for each.
enum class MpiGroup : std::uint8_t {
  PointToPoint,
  Collective,
  Communicator,
  OneSided,
  File,
  Environment,
  Data,
};
using MpiGroups = std::uint32_t;
constexpr MpiGroups bit_of(MpiGroup group) { return 1u << static_cast<unsigned>(group); }
inline constexpr MpiGroups kAllMpiGroups = (bit_of(MpiGroup::Data) << 1) - 1;

// A path, or names with commas between them.
using SettingText = std::array<char, 4096>;

// What a compressed trace may leave out and how far it looks for loops:
// compressed/fold/fold_options.h.
struct FoldSettings {
#define TARRY_SETTING(...)
#define TARRY_FOLD_SETTING(type, field, initial, ...) type field = initial;
#include "trace/eventlog/settings.def"

  friend bool operator==(const FoldSettings&, const FoldSettings&) = default;
};

struct Settings {
#define TARRY_SETTING(type, field, initial, ...) type field = initial;
#define TARRY_FOLD_SETTING(...)
#include "trace/eventlog/settings.def"
  FoldSettings fold;
};

// Share: from 0 to 1. Number: not negative. List: some of the choices, commas between them, or
// "none". NumberOrOff: a Number, or "off", which is 0. Names: any, commas between them. Period: a
// time, "auto" or "off"; the value may be left out of an option.
enum class SettingType : std::uint8_t {
  Size,
  Flag,
  Choice,
  List,
  Names,
  File,
  Files,
  Share,
  Number,
  NumberOrOff,
  Period
};

// Columns of settings.def.
struct SettingInfo {
  const char* name;      // "max-trace"
  const char* variable;  // "TARRY_MAX_TRACE"
  SettingType type;
  const char* default_value;
  const char* choices;  // "auto|tsc|monotonic"; "1 to 1000"
  const char* help;
  bool folds;  // one of FoldSettings
};

// Events are kept unless only other things are asked for.
constexpr bool keeps_trace(const Settings& settings) {
  return settings.trace || (!settings.profile && !settings.compressed);
}

// Events are folded and forgotten.
constexpr bool is_only_summarised(const Settings& settings) {
  return !keeps_trace(settings) && !settings.compressed;
}

inline constexpr SettingInfo kSettings[] = {
#define TARRY_SETTING(type, field, initial, name, variable, kind, text, choices, help) \
  {name, variable, SettingType::kind, text, choices, help, false},
#define TARRY_FOLD_SETTING(type, field, initial, name, variable, kind, text, choices, help) \
  {name, variable, SettingType::kind, text, choices, help, true},
#include "trace/eventlog/settings.def"
};

// How `tarry record` tells the runtime that this process may be measured, and where to put it.
inline constexpr const char* kExperimentVariable = "TARRY_EXPERIMENT";
// When `tarry record` started, in nanoseconds of CLOCK_REALTIME: time windows count from there.
inline constexpr const char* kStartVariable = "TARRY_START_NS";
// The user's own LD_PRELOAD, which the measured process gets back.
inline constexpr const char* kUserPreloadVariable = "TARRY_USER_LD_PRELOAD";

inline constexpr std::uint64_t kMinBufferBytes = 64u << 10;
inline constexpr const char* kUsualSamplePeriod = "4ms";
// Of samples that nobody has asked for: they cost less than 1 % of the time.
inline constexpr const char* kAutoSamplePeriod = "10ms";

// "64K", "16M", "2G", "1.5G", "4096": bytes; suffixes are powers of 1024, in either case, `B` or
// `iB` may follow. Nothing if it is not a size or does not fit. Thread: any.
std::optional<std::uint64_t> size_from_text(std::string_view text);

// "4ms", "0.5s", "250us": nanoseconds; from 100us to 10s. Nothing if it is not such a time.
// Thread: any.
std::optional<std::uint64_t> period_from_text(std::string_view text);

const SettingInfo* find_setting(std::string_view name);

// What its values look like, for messages: "a number from 0 to 1".
std::string expectation(const SettingInfo& info);

// Of the value of a flag; false if it is none.
bool is_on(std::string_view value);

// Sets the one named `name`. False if there is no such setting or `value` is not allowed for it.
bool set_quietly(Settings& settings, std::string_view name, std::string_view value);

// Takes over every variable of the table that is set. Returns the first whose value was wrong (the
// default stays), or nullptr. Thread: while nobody changes the environment.
const SettingInfo* read_environment_quietly(Settings& settings);

}  // namespace tarry::trace::eventlog
