// SPDX-License-Identifier: BSD-3-Clause
#include "cli/launch/openmp.h"

#include <algorithm>
#include <cstdlib>

#include "cli/launch/elf_file.h"

namespace tarry::cli::launch {
namespace {

constexpr std::string_view kGccRuntime = "libgomp.so";
constexpr std::string_view kOmptRuntimes[] = {"libomp.so", "libomp-", "libiomp5.so"};
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

// A function of GCC's runtime that the program or one of its libraries calls and `stand_in` lacks;
// empty if there is none.
std::string missing_function(const Program& program, const std::string& stand_in) {
  const std::vector<std::string_view> prefixes = {"GOMP_", "GOACC_", "omp_", "acc_"};
  const auto offered = read_symbols(stand_in, prefixes);
  if (!offered.ok()) return "any";
  const auto missing_in = [&](const std::string& path) -> std::string {
    const auto symbols = read_symbols(path, prefixes);
    if (!symbols.ok()) return {};
    for (const std::string& name : symbols->undefined)
      if (!offered->defined.contains(name)) return name;
    return {};
  };
  std::string missing = missing_in(program.path);
  for (const NeededLibrary& library : program.libraries)
    if (missing.empty() && !library.path.empty() && !library.soname.starts_with(kGccRuntime))
      missing = missing_in(library.path);
  return missing;
}

OpenMpPlan plan_stand_in(const Program& program) {
  OpenMpPlan plan;
  const std::string stand_in = find_library(kStandIn, variable("LD_LIBRARY_PATH"));
  if (stand_in.empty()) {
    plan.warning =
        "OpenMP is not recorded: the program uses GCC's runtime, and LLVM's (libomp.so.5), which "
        "would stand in for it, is not installed (Debian: libomp5)";
    return plan;
  }
  if (const std::string missing = missing_function(program, stand_in); !missing.empty()) {
    plan.warning = "OpenMP is not recorded: the program calls " + missing +
                   " of GCC's runtime, which LLVM's (" + stand_in +
                   ") does not have; build the program with clang";
    return plan;
  }
  plan.is_recorded = true;
  plan.preload = stand_in;
  // It comments on calls that GCC's takes in silence: the program's output must not change.
  if (std::getenv("KMP_WARNINGS") == nullptr) plan.variable = "KMP_WARNINGS=off";
  plan.note = "LLVM's OpenMP runtime (" + stand_in +
              ") stands in for GCC's, which no tool can look into; --openmp off leaves GCC's";
  return plan;
}

}  // namespace

OpenMpPlan plan_openmp(const Program& program, bool is_wanted) {
  const bool has_gcc = needs(program, kGccRuntime);
  const bool has_ompt = std::any_of(std::begin(kOmptRuntimes), std::end(kOmptRuntimes),
                                    [&](std::string_view name) { return needs(program, name); });
  OpenMpPlan plan;
  if (!has_gcc && !has_ompt) {
    if (const auto own = read_symbols(program.path, {"GOMP_parallel"});
        own.ok() && own->defined.contains("GOMP_parallel"))
      plan.warning =
          "OpenMP is not recorded: the program has GCC's runtime linked in statically; link it "
          "dynamically, or build with clang";
    return plan;
  }
  if (!is_wanted) {
    plan.note = "OpenMP is not recorded (--openmp off)";
    return plan;
  }
  if (variable("OMP_TOOL") == "disabled") {
    plan.warning = "OpenMP is not recorded: OMP_TOOL=disabled is set in the environment";
    return plan;
  }
  if (!has_ompt) return plan_stand_in(program);
  plan.is_recorded = true;
  return plan;
}

}  // namespace tarry::cli::launch
