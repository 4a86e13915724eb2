// SPDX-License-Identifier: BSD-3-Clause
#include "launch/openmp.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "launch/elf_file.h"

namespace tarry::launch {
namespace {

constexpr std::string_view kGccRuntime = "libgomp.so";
constexpr std::string_view kOmptRuntimes[] = {"libomp.so", "libomp-", "libiomp5.so"};
constexpr std::string_view kOurLibrary = "libtarry.so";
constexpr const char* kStandIn = "libomp.so.5";

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool needs(const Program& program, std::string_view soname_prefix) {
  return std::any_of(
      program.libraries.begin(), program.libraries.end(),
      [&](const NeededLibrary& library) { return library.soname.starts_with(soname_prefix); });
}

const std::vector<std::string_view> kPrefixes = {"GOMP_", "GOACC_", "omp_", "acc_"};

// LLVM's runtime has functions of these names, but aborts or crashes when code of GCC uses them for
// scans, task reductions or detached tasks.
constexpr const char* kBroken[] = {"GOMP_loop_start",      "GOMP_loop_ordered_start",
                                   "GOMP_loop_ull_start",  "GOMP_loop_ull_ordered_start",
                                   "GOMP_sections2_start", "omp_fulfill_event"};
constexpr const char* kTask = "GOMP_task";

// Returns the functions of GCC's runtime that the program and its libraries call.
std::set<std::string> called_functions(const Program& program) {
  std::set<std::string> called;
  const auto add = [&called](const std::string& path) {
    if (auto symbols = read_symbols(path, kPrefixes); symbols.ok())
      called.merge(symbols->undefined);
  };
  add(program.path);
  for (const NeededLibrary& library : program.libraries)
    if (!library.path.empty() && !library.soname.starts_with(kGccRuntime)) add(library.path);
  return called;
}

// Returns a called function that `stand_in` lacks, or does not have as GCC needs it; empty if there
// is none.
std::string missing_function(const std::set<std::string>& called, const ElfSymbols& stand_in) {
  for (const std::string& name : called)
    if (!stand_in.defined.contains(name) ||
        std::find(std::begin(kBroken), std::end(kBroken), name) != std::end(kBroken))
      return name;
  return {};
}

// Returns whether the program, or a library of it, was built with `tarry instrument --openmp
// pomp2`.
bool is_rewritten(const Program& program) {
  if (!needs(program, kOurLibrary)) return false;
  const auto calls_hooks = [](const std::string& path) {
    const auto symbols = read_symbols(path, {"tarry_pomp2_"});
    return symbols.ok() && !symbols->undefined.empty();
  };
  return calls_hooks(program.path) ||
         std::any_of(program.libraries.begin(), program.libraries.end(),
                     [&](const NeededLibrary& library) {
                       return !library.path.empty() && calls_hooks(library.path);
                     });
}

OpenMpPlan plan_pomp2(const Program& program, OpenMpWish wish) {
  OpenMpPlan plan;
  plan.is_recorded = true;
  if (wish == OpenMpWish::Auto) {
    plan.variable = "TARRY_OPENMP=pomp2";
    plan.note =
        "OpenMP is recorded by the calls that OPARI2 has put into the program (POMP2); --openmp "
        "ompt or off ignores them";
  } else if (!program.is_script && !is_rewritten(program)) {
    plan.is_recorded = false;
    plan.warning =
        "OpenMP is not recorded: the program has no calls of OPARI2; build it with 'tarry "
        "instrument "
        "--openmp pomp2 <compile or link command>'";
  }
  return plan;
}

OpenMpPlan plan_stand_in(const Program& program, OpenMpWish wish) {
  OpenMpPlan plan;
  const std::string stand_in = find_library(kStandIn, variable("LD_LIBRARY_PATH"));
  if (stand_in.empty()) {
    plan.warning =
        "OpenMP is not recorded: the program uses GCC's runtime, and LLVM's, which would replace "
        "it, is missing; install libomp.so.5 (Debian: libomp5)";
    return plan;
  }
  const auto offered = read_symbols(stand_in, kPrefixes);
  if (!offered.ok()) {
    plan.warning = "OpenMP is not recorded: " + offered.error().message();
    return plan;
  }
  const std::set<std::string> called = called_functions(program);
  if (wish == OpenMpWish::Auto && called.contains(kTask)) {
    plan.warning =
        "OpenMP is not recorded: the program makes explicit tasks, and LLVM's runtime, which would "
        "replace GCC's, may hang on untied ones; use --openmp ompt if it has none, otherwise build "
        "it with 'tarry instrument --openmp pomp2'";
    return plan;
  }
  if (const std::string missing = missing_function(called, *offered); !missing.empty()) {
    plan.warning = "OpenMP is not recorded: the program calls " + missing +
                   " of GCC's runtime, which LLVM's (" + stand_in +
                   ") does not provide as GCC needs it; build the program with clang";
    return plan;
  }
  plan.is_recorded = true;
  plan.preload = stand_in;
  // LLVM's runtime prints warnings about calls that GCC's accepts silently, but the program's
  // output must not change.
  if (std::getenv("KMP_WARNINGS") == nullptr) plan.variable = "KMP_WARNINGS=off";
  plan.waits_like_gcc = true;
  plan.note = "LLVM's OpenMP runtime (" + stand_in +
              ") replaces GCC's, which no tool can observe, and waits in the same way; --openmp "
              "off keeps GCC's";
  return plan;
}

}  // namespace

OpenMpPlan plan_openmp(const Program& program, OpenMpWish wish) {
  if (wish == OpenMpWish::Pomp2 || (wish == OpenMpWish::Auto && is_rewritten(program)))
    return plan_pomp2(program, wish);
  const bool has_gcc = needs(program, kGccRuntime);
  const bool has_ompt = std::any_of(std::begin(kOmptRuntimes), std::end(kOmptRuntimes),
                                    [&](std::string_view name) { return needs(program, name); });
  OpenMpPlan plan;
  if (!has_gcc && !has_ompt) {
    if (const auto own = read_symbols(program.path, {"GOMP_parallel"});
        own.ok() && own->defined.contains("GOMP_parallel"))
      plan.warning =
          "OpenMP is not recorded: the program has GCC's runtime linked in statically; link it "
          "dynamically, or build with clang, or with 'tarry instrument --openmp pomp2'";
    return plan;
  }
  if (wish == OpenMpWish::Off) {
    plan.note = "OpenMP is not recorded (--openmp off)";
    return plan;
  }
  if (variable("OMP_TOOL") == "disabled") {
    plan.warning = "OpenMP is not recorded: OMP_TOOL=disabled is set in the environment";
    return plan;
  }
  if (!has_ompt) return plan_stand_in(program, wish);
  plan.is_recorded = true;
  return plan;
}

}  // namespace tarry::launch
