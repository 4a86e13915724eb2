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
// The way in which constructs of OpenMP are seen: by OMPT, by calls that OPARI2 put into the
// program, or not at all.
enum class OpenMpChoice : std::uint8_t { Auto, Ompt, Pomp2, Off };
// The choice whether threads that the program creates, their mutexes and conditions are recorded.
enum class PthreadChoice : std::uint8_t { Auto, Off };
// The clock of the time between two samples: real time, or the computing time of the thread.
enum class SampleClockChoice : std::uint8_t { Wall, Cpu };
// The choice whether times are recorded in which a thread was ready and had no core.
enum class SwitchChoice : std::uint8_t { Auto, Off };
// How calls of MPI that test in vain, one after the other, are recorded: each by itself; in one
// record, with the times of all; or in one record, with the times of some.
enum class PollChoice : std::uint8_t { Estimated, Joined, Each };

// The groups of MPI functions that are recorded: a function belongs to one group, and a bit stands
// for each group.
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

// The settings of what a compressed trace leaves out and how far it looks for loops:
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

// A Share lies between 0 and 1. A Number is not negative. A List has some of the choices, with
// commas between them, or "none". NumberOrOff is a Number, or "off", which is 0. Names are any,
// with commas between them. A Period is a time, "auto" or "off"; an option may leave its value out.
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

// The columns of settings.def.
struct SettingInfo {
  const char* name;      // "max-trace"
  const char* variable;  // "TARRY_MAX_TRACE"
  SettingType type;
  const char* default_value;
  const char* choices;  // "auto|tsc|monotonic"; "1 to 1000"
  const char* help;
  bool folds;  // one of FoldSettings
};

// Returns whether events are kept: always, unless only other things are asked for.
constexpr bool keeps_trace(const Settings& settings) {
  return settings.trace || (!settings.profile && !settings.compressed);
}

// Returns whether events are folded and forgotten.
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

// The variable by which `tarry record` tells the runtime that this process may be measured, and
// where the results go.
inline constexpr const char* kExperimentVariable = "TARRY_EXPERIMENT";
// The start of `tarry record`, in nanoseconds of CLOCK_REALTIME: time windows count from there.
inline constexpr const char* kStartVariable = "TARRY_START_NS";
// The user's own LD_PRELOAD, which the measured process gets back.
inline constexpr const char* kUserPreloadVariable = "TARRY_USER_LD_PRELOAD";
// The words with which tarry-start was called, without the program, a line each. The runtime puts
// them in front of the programs that a process starts by MPI_Comm_spawn.
inline constexpr const char* kStartWordsVariable = "TARRY_START_WORDS";
// What a process that was started by MPI_Comm_spawn must know of its job (runtime/mpi/job.h).
inline constexpr const char* kJobVariable = "TARRY_JOB";

inline constexpr std::uint64_t kMinBufferBytes = 64u << 10;
inline constexpr const char* kUsualSamplePeriod = "4ms";
// The period of samples that are taken unasked: they cost less than 1 % of the time.
inline constexpr const char* kAutoSamplePeriod = "10ms";

// Returns the bytes of "64K", "16M", "2G", "1.5G" or "4096". Suffixes are powers of 1024, in either
// case, and `B` or `iB` may follow. Returns nothing if it is not a size or does not fit. Thread:
// any.
std::optional<std::uint64_t> size_from_text(std::string_view text);

// Returns the nanoseconds of "4ms", "0.5s" or "250us", from 100us to 10s; nothing if it is not such
// a time. Thread: any.
std::optional<std::uint64_t> period_from_text(std::string_view text);

const SettingInfo* find_setting(std::string_view name);

// Returns a description of its values for messages: "a number from 0 to 1".
std::string expectation(const SettingInfo& info);

// Returns the value of a flag; false if the text is none.
bool is_on(std::string_view value);

// Sets the setting `name`. Returns false if there is none or `value` is not allowed for it.
bool set_quietly(Settings& settings, std::string_view name, std::string_view value);

// Takes over every variable of the table that is set. Returns the first setting whose value was
// wrong (it keeps its default), or nullptr. Thread: while no thread changes the environment.
const SettingInfo* read_environment_quietly(Settings& settings);

}  // namespace tarry::trace::eventlog
