// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/extrapolate.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "compressed/extrapolate/base_trace.h"
#include "compressed/extrapolate/topology.h"
#include "compressed/extrapolate/topology_formulas.h"
#include "compressed/generate/without_files.h"

namespace tarry::compressed {
namespace {

using base::Error;
using base::ErrorCode;

std::set<std::string> functions_of(const Trace& trace) {
  std::set<std::string> out;
  for (const Event& event : trace.events) out.insert(trace.sites[event.site.index()].function);
  return out;
}

}  // namespace

base::Status check_traces(std::vector<NamedTrace>& traces, bool with_functions, FileCalls files) {
  if (traces.size() < 2)
    return Error{ErrorCode::Usage,
                 "extrapolation takes at least two traces: one for each dimension of the "
                 "topology, and one more",
                 "", ""};
  std::stable_sort(traces.begin(), traces.end(), [](const NamedTrace& a, const NamedTrace& b) {
    return a.trace.ranks < b.trace.ranks;
  });
  for (const NamedTrace& each : traces)
    if (each.trace.program != traces[0].trace.program)
      return Error{ErrorCode::Unsupported,
                   "the traces are of different programs: '" + traces[0].trace.program + "' and '" +
                       each.trace.program + "'",
                   each.name, ""};
  for (NamedTrace& each : traces)
    if (files == FileCalls::Silent) {
      TRY_ASSIGN(each.trace, without_files(std::move(each.trace)));
    }
  if (!with_functions) return base::kOk;
  const std::set<std::string> known = functions_of(traces.back().trace);
  for (const NamedTrace& each : traces)
    for (const std::string& function : functions_of(each.trace))
      if (!known.contains(function))
        return Error{ErrorCode::Unsupported,
                     "the traces are of different programs: '" + each.name + "' calls " + function +
                         ", '" + traces.back().name + "' does not",
                     each.name, ""};
  return base::kOk;
}

base::Result<FormulaTrace> fit_formulas(std::vector<NamedTrace> traces, FileCalls files) {
  TRY(check_traces(traces, true, files));
  std::vector<BaseTrace> bases;
  for (const NamedTrace& each : traces) {
    TRY_ASSIGN(BaseTrace base, base_trace(each.trace, each.name));
    bases.push_back(std::move(base));
  }
  TRY_ASSIGN(const std::vector<Topology> topologies, find_topologies(bases));
  std::optional<Error> first_error;
  for (const Topology& topology : topologies) {
    base::Result<FormulaTrace> found = formulas_in(topology, bases, nullptr);
    if (found.ok()) return found;
    if (!first_error) first_error = found.error();
  }
  return *first_error;
}

}  // namespace tarry::compressed
