// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/generate.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "compressed/emit/build_program.h"
#include "compressed/emit/c_emitter.h"
#include "compressed/emit/conceptual_emitter.h"
#include "compressed/emit/left_out.h"
#include "compressed/emit/remote_use.h"
#include "compressed/emit/scaled_times.h"
#include "compressed/extrapolate/evaluate.h"
#include "compressed/extrapolate/extrapolate.h"
#include "compressed/format/format.h"
#include "compressed/generate/align_collectives.h"
#include "compressed/generate/resolve_wildcards.h"
#include "compressed/generate/rewrite.h"
#include "compressed/generate/without_files.h"

namespace tarry::emit {
namespace {

using compressed::Trace;
using replay::CallRole;

// Returns the trace without the calls that a benchmark does not make, and without tests that found
// nothing ready, whose number is another one in each run. Its loops have one length each.
base::Result<Trace> regular(const Trace& trace, bool remote, LeftOut& left_out) {
  std::vector<CallRole> roles;
  for (const compressed::Site& site : trace.sites) roles.push_back(benchmark_role(site.function));
  const auto is_kept = [remote](CallRole role, bool acts) {
    return role == CallRole::Starts || role == CallRole::Ends || is_made(role, acts, remote);
  };
  for (const compressed::Event& event : trace.events)
    if (!is_kept(roles[event.site.index()], !event.of(compressed::Parameter::Kind).empty()))
      left_out.add_place(trace.sites[event.site.index()].function);
  std::uint64_t tests = 0;
  const auto edit = [&](std::uint32_t, std::uint64_t, compressed::Call& call) {
    const CallRole role = roles[call.site.index()];
    const bool acts = !call.actions.empty();
    const bool finds_nothing = role == CallRole::Polls && !acts;
    tests += finds_nothing ? 1 : 0;
    if (finds_nothing || !is_kept(role, acts)) call.site = {};
  };
  compressed::FoldOptions options;
  options.partial_iterations = false;
  options.one_length = true;
  TRY_ASSIGN(Trace out, compressed::rewritten(trace, edit, options));
  left_out.add_tests_in_vain(tests);
  return out;
}

base::Result<Program> program_of(const Trace& trace, const BuildOptions& build) {
  const base::Result<Structure> structure = structure_of(trace);
  if (structure.ok()) return build_program(trace, *structure, build);
  LeftOut left_out;
  TRY_ASSIGN(const Trace plain, regular(trace, build.remote, left_out));
  TRY_ASSIGN(const Structure unfolded, structure_of(plain));
  TRY_ASSIGN(Program program, build_program(plain, unfolded, build));
  program.notes = left_out.notes();
  return program;
}

// Sample grids on which formulas are evaluated. Extents that are primes and far from the numbers of
// programs give each count a number of its own; powers of two are for programs that need them.
std::vector<std::vector<Extents>> sample_grids(const compressed::FormulaTrace& formulas) {
  constexpr std::uint32_t kPrimes[] = {41, 53, 67, 37, 59, 71, 43, 61, 47, 73};
  constexpr std::uint32_t kPowers[] = {64, 32, 128, 16, 256};
  // Where all extents are equal, a product of them may be written in several ways.
  const bool are_cubes =
      std::all_of(formulas.bases.begin(), formulas.bases.end(), [](const Extents& each) {
        return std::all_of(each.size.begin(), each.size.begin() + each.dimensions,
                           [&](std::uint32_t size) { return size == each.size[0]; });
      });
  std::vector<std::vector<Extents>> out;
  const auto add = [&](const std::uint32_t* sizes, std::size_t count) {
    std::vector<Extents> grids;
    for (std::size_t i = 0; i < count; ++i) {
      Extents grid = formulas.bases[0];
      for (unsigned d = 0; d < grid.dimensions; ++d)
        if (!is_constant_extent(formulas, d))
          grid.size[d] = sizes[(i + (are_cubes ? 0 : 3 * d)) % count];
      grids.push_back(grid);
    }
    out.push_back(std::move(grids));
  };
  add(kPrimes, std::size(kPrimes));
  add(kPowers, std::size(kPowers));
  return out;
}

struct ScaledText {
  std::string text;
  std::vector<std::string> notes;
  bool is_approximate = false;
};

base::Result<ScaledText> scaled_text(const compressed::FormulaTrace& formulas,
                                     const GenerateOptions& options,
                                     const std::vector<Extents>& grids, std::size_t sample,
                                     bool remote, std::optional<ScaledTimes>& times) {
  Scale scale(formulas, grids);
  TRY_ASSIGN(const Skeleton skeleton, skeleton_of(scale, sample));
  if (!times) times = scaled_times(skeleton, formulas);
  BuildOptions build{options.computation != Computation::None, false, remote, &scale, {}};
  build.times = values_of(*times, skeleton, scale);
  TRY_ASSIGN(const Structure structure, structure_of(skeleton.trace));
  TRY_ASSIGN(const Program program, build_program(skeleton.trace, structure, build));
  const std::unique_ptr<Emitter> emitter = make_c_emitter(options.computation);
  TRY_ASSIGN(std::string text, emit(program, *emitter));
  return ScaledText{std::move(text), program.notes, scale.is_approximate()};
}

}  // namespace

base::Result<Generated> generate(const compressed::FormulaTrace& formulas,
                                 const GenerateOptions& options) {
  // What the largest trace says, the formulas say.
  const base::Result<Trace> largest = compressed::evaluate(formulas, formulas.bases.back());
  const bool remote = largest.ok() && can_make_remote(*largest);
  std::optional<base::Error> error;
  for (const std::vector<Extents>& grids : sample_grids(formulas)) {
    std::optional<ScaledTimes> times;
    std::optional<std::string> known;
    for (std::size_t sample = 0; sample < grids.size(); ++sample) {
      base::Result<ScaledText> made = scaled_text(formulas, options, grids, sample, remote, times);
      if (!made.ok()) {
        error = made.error();
        continue;
      }
      if (known && *known == made->text) {
        Generated out{std::move(made->text), std::move(made->notes)};
        if (made->is_approximate)
          out.warnings.emplace_back("Some numbers follow no exact formula and are approximate.");
        return out;
      }
      if (known)
        return base::Error{base::ErrorCode::Unsupported,
                           "some list of values grows with the number of ranks and is no "
                           "progression, so that no loop of a program makes it",
                           "", "generate a benchmark for one number of ranks"};
      known = std::move(made->text);
    }
  }
  return *error;
}

base::Result<Generated> generate(const std::vector<compressed::NamedTrace>& traces,
                                 const GenerateOptions& options) {
  std::string why;
  if (std::any_of(traces.begin(), traces.end(), [](const compressed::NamedTrace& each) {
        return compressed::version_of(each.trace) >= compressed::kFileVersion;
      })) {
    const auto formulas = compressed::fit_formulas(traces, compressed::FileCalls::Kept);
    base::Result<Generated> made =
        formulas.ok() ? generate(*formulas, options) : base::Result<Generated>(formulas.error());
    if (made.ok()) return made;
    why = made.error().message();
  }
  TRY_ASSIGN(const compressed::FormulaTrace formulas, compressed::fit_formulas(traces));
  TRY_ASSIGN(Generated out, generate(formulas, options));
  if (!why.empty()) out.warnings.push_back("Calls on files are left out: " + why + ".");
  return out;
}

base::Result<Generated> generate(const Trace& trace, const GenerateOptions& options) {
  Generated out;
  compressed::ProgressOptions progress;
  progress.use_recorded = options.use_recorded;
  const bool is_c = options.language == Language::C;
  const bool remote = can_make_remote(trace);
  TRY_ASSIGN(const Trace messages,
             remote ? base::Result<Trace>(trace) : compressed::without_files(trace));
  TRY_ASSIGN(compressed::ResolvedTrace resolved, compressed::resolve_wildcards(messages, progress));
  if (!resolved.hazard.empty())
    out.warnings.push_back("The program may deadlock if its messages come in another order: " +
                           compressed::text_of(resolved.hazard) + ".");
  TRY_ASSIGN(const Trace aligned, compressed::align_collectives(resolved.trace));
  TRY_ASSIGN(const Program program,
             program_of(aligned, {options.computation != Computation::None, !is_c, remote}));
  out.warnings.insert(out.warnings.end(), program.notes.begin(), program.notes.end());
  const std::unique_ptr<Emitter> emitter =
      is_c ? make_c_emitter(options.computation) : make_conceptual_emitter(options.computation);
  TRY_ASSIGN(out.text, emit(program, *emitter));
  return out;
}

}  // namespace tarry::emit
