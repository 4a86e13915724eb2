// SPDX-License-Identifier: BSD-3-Clause
// The settings of a recording. One table says name, variable, type, default and help of each; it
// yields the flags of `tarry record`, the environment variables that carry them to the injected
// runtime, and the manual. The runtime reads them in a library constructor, so nothing here that it
// uses allocates or throws.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tarry::trace::recording {

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

// What a compressed trace may leave out and how far it looks for loops:
// compress/fold/fold_options.h.
struct FoldSettings {
  bool partial_iterations = true;
  bool loop_agnostic_merge = true;
  bool vector_folding = true;
  double common_share = 0.5;
  std::uint32_t loop_window = 8192;
  std::uint32_t stack_threshold = 0;
  std::uint32_t histogram_threshold = 0;

  friend bool operator==(const FoldSettings&, const FoldSettings&) = default;
};

struct Settings {
  std::uint64_t buffer_bytes = 16u << 20;      // window of the event log per thread
  std::uint64_t max_trace_bytes = 2ull << 30;  // event log bytes per process
  bool paused = false;                         // start without recording
  bool profile = false;                        // keep a run-time summary
  bool trace = false;                          // keep an event trace; see keeps_trace()
  std::uint32_t profile_depth = 256;           // of its call paths
  std::uint32_t profile_paths = 200'000;       // of one thread
  bool compressed = false;                     // keep a compressed trace instead of the logs
  std::array<char, 4096> statistics{};         // files with statistics, commas between them
  std::array<char, 4096> metrics{};            // counters, as counters/selection.h reads them
  ClockChoice clock = ClockChoice::Auto;
  OpenMpChoice openmp = OpenMpChoice::Auto;
  PthreadChoice pthread = PthreadChoice::Auto;
  SwitchChoice switches = SwitchChoice::Auto;
  std::array<char, 4096> filter{};  // file with rules; the runtime reads a copy of it
  MpiGroups mpi_groups = kAllMpiGroups;
  std::uint32_t call_stacks = 64;   // functions of a stack that are shown; 0: none are taken
  std::uint32_t adaptive_ns = 500;  // shorter functions leave themselves out; 0: none does
  bool call_sites = true;           // calls of MPI at different places are different call paths
  FoldSettings fold;
  std::uint64_t sample_period_ns = 0;  // 0: no samples are taken; "auto" is for `tarry record`
  SampleClockChoice sample_clock = SampleClockChoice::Wall;
  std::uint32_t sample_paths = 200'000;  // nodes of call paths of one thread
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

struct SettingInfo {
  const char* name;      // "max-trace": option `--max-trace`; of a flag that is on: `--no-NAME`
  const char* variable;  // "TARRY_MAX_TRACE"
  SettingType type;
  const char* default_value;  // as text
  const char* choices;        // for Choice and List: "auto|tsc|monotonic"; of a Number its limits
  const char* help;           // of the option
  bool folds = false;         // one of FoldSettings: `tarry compress` has it, too
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
    {"profile", "TARRY_PROFILE", SettingType::Flag, "off", "",
     "Keep a run-time summary: visits, times and messages of every call path; with --trace unless "
     "something else is asked for"},
    {"trace", "TARRY_TRACE", SettingType::Flag, "off", "",
     "Keep an event trace; with --profile unless something else is asked for"},
    {"profile-depth", "TARRY_PROFILE_DEPTH", SettingType::Number, "256", "1 to 1000",
     "Longest call path in the summary, at most 1000; what is called from there is one path"},
    {"profile-paths", "TARRY_PROFILE_PATHS", SettingType::Number, "200000", "16 to 16777216",
     "Most call paths of a thread in the summary; further ones are one"},
    {"buffer", "TARRY_BUFFER", SettingType::Size, "16M", "",
     "Trace memory per thread, 64K at least; when it is full it is flushed to disk. K, M, G and T "
     "are powers of 1024 in every size"},
    {"max-trace", "TARRY_MAX_TRACE", SettingType::Size, "2G", "",
     "Bytes of the event log per process, in whole windows of 64K to --buffer for each thread; "
     "where the next one would not fit, tracing stops cleanly. As many of samples"},
    {"pause", "TARRY_PAUSE", SettingType::Flag, "off", "",
     "Start paused; tarry_resume() or MPI_Pcontrol(1) starts the recording"},
    {"filter", "TARRY_FILTER", SettingType::File, "", "",
     "Leave out regions, ranks and times as this file says (docs/formats/filter.md)"},
    {"mpi-groups", "TARRY_MPI_GROUPS", SettingType::List, "all", "p2p|coll|cg|rma|io|env|misc|all",
     "Which MPI calls to record, commas between them: p2p (messages and requests), coll "
     "(collective operations), cg (communicators, groups, topologies), rma (one-sided), io "
     "(files), env (environment), misc (datatypes and the rest), all; or none. MPI_Init and "
     "MPI_Finalize always are"},
    {"call-sites", "TARRY_CALL_SITES", SettingType::Choice, "on", "on|off",
     "Whether calls of one MPI function at several lines of a caller are several call paths"},
    {"call-stacks", "TARRY_CALL_STACKS", SettingType::NumberOrOff, "64", "1 to 256",
     "How many functions, from main on, are shown around each call of MPI in a program without "
     "function hooks; off: none"},
    {"adaptive", "TARRY_ADAPTIVE", SettingType::NumberOrOff, "500", "1 to 1000000",
     "Functions with hooks that are called often and take fewer nanoseconds on average leave "
     "themselves out while the program runs: their time is that of their callers; off: none does"},
    {"compressed", "TARRY_COMPRESSED", SettingType::Flag, "off", "",
     "Keep a compressed trace of the communication, made while the program runs; with --trace the "
     "event trace as well"},
    {"sample", "TARRY_SAMPLE", SettingType::Period, "auto", "",
     "Keep samples of the call paths of all threads, of any program as it is: one each PERIOD, 4ms "
     "if it is not said (--sample=20ms). Alone unless --profile, --trace or --compressed is given "
     "as well. auto: each 10ms beside the event trace of an MPI program, for its analysis"},
    {"sample-clock", "TARRY_SAMPLE_CLOCK", SettingType::Choice, "wall", "wall|cpu",
     "What the period is of: time as it passes, or computing time of the thread; with --sample"},
    {"sample-paths", "TARRY_SAMPLE_PATHS", SettingType::Number, "200000", "16 to 16777215",
     "Most nodes of call paths of a thread, for --sample; further ones are charged to callers"},
    {"statistics", "TARRY_STATISTICS", SettingType::Files, "", "",
     "Shared libraries with statistics of calls, commas between them; only with --compressed, "
     "without --trace"},
    {"metrics", "TARRY_METRICS", SettingType::Names, "", "",
     "Counters to read at the begin and end of every region, commas between them; "
     "--list-metrics shows them; 'perf' and 'rusage' are all of that kind"},
    {"clock", "TARRY_CLOCK", SettingType::Choice, "auto", "auto|tsc|monotonic",
     "Source of the time stamps"},
    {"openmp", "TARRY_OPENMP", SettingType::Choice, "auto", "auto|ompt|pomp2|off",
     "How OpenMP is recorded; pomp2: as 'tarry instrument --openmp pomp2' has prepared it; auto "
     "takes that if it is there, else lets LLVM's runtime stand in for GCC's where that is safe, "
     "ompt also for programs with tasks"},
    {"pthread", "TARRY_PTHREAD", SettingType::Choice, "auto", "auto|off",
     "Whether POSIX and C++ threads, their mutexes and conditions are recorded"},
    {"switches", "TARRY_SWITCHES", SettingType::Choice, "auto", "auto|off",
     "Whether the trace keeps the times in which a thread was ready and had no core; auto: where "
     "the kernel tells the switches of threads"},
    {"partial-iterations", "TARRY_PARTIAL_ITERATIONS", SettingType::Flag, "on", "",
     "Fold equal iterations of a loop only, not those with a branch in them", true},
    {"loop-agnostic-merge", "TARRY_LOOP_AGNOSTIC_MERGE", SettingType::Flag, "on", "",
     "Unite ranks only if all their loops are equal", true},
    {"vector-folding", "TARRY_VECTOR_FOLDING", SettingType::Flag, "on", "",
     "Keep each value of a place for itself, whether or not they repeat themselves", true},
    {"common-share", "TARRY_COMMON_SHARE", SettingType::Share, "0.5", "",
     "Smallest part of its events that an iteration must have in common with the one "
     "before it",
     true},
    {"loop-window", "TARRY_LOOP_WINDOW", SettingType::Number, "8192", "",
     "Longest loop body that is found, in events", true},
    {"stack-threshold", "TARRY_STACK_THRESHOLD", SettingType::Number, "0", "",
     "Calls whose stacks differ in at most so many frames come from one place", true},
    {"histogram-threshold", "TARRY_HISTOGRAM_THRESHOLD", SettingType::Number, "0", "",
     "Peers, bytes and counts that take so many terms or more become histograms, from "
     "which a replay draws; 0: never",
     true},
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

}  // namespace tarry::trace::recording
