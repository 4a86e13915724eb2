// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/mpi_span.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "diagnosis/samples_again.h"
#include "diagnosis/symptom_paths.h"

namespace tarry::diagnosis {
namespace {

enum class Border : std::uint8_t { None, Init, Finalize };

Border border_of(std::string_view name) {
  if (name.starts_with("PMPI_")) name.remove_prefix(1);
  if (name == "MPI_Init" || name == "MPI_Init_thread") return Border::Init;
  return name == "MPI_Finalize" ? Border::Finalize : Border::None;
}

// Returns by frame which of the two calls it is or is below.
std::vector<Border> borders_of(const samples::CallingContextTree& paths) {
  std::vector<Border> out(paths.size(), Border::None);
  for (std::uint32_t at = 1; at < paths.size(); ++at) {  // callers come before what they call
    const FrameId frame{at};
    out[at] = out[paths.parent(frame).index()];
    if (out[at] == Border::None) out[at] = border_of(paths[frame].name);
  }
  return out;
}

}  // namespace

MpiSpan mpi_span(const Diagnosis& diagnosis, const std::vector<samples::ThreadSamples>& threads,
                 const Finding& finding) {
  const MpiSpan whole{diagnosis.begin, diagnosis.phases.back().end};
  const std::vector<Border> borders = borders_of(diagnosis.paths);
  const auto is_border = [&](FrameId frame) { return borders[frame.index()] != Border::None; };
  const std::vector<FrameId> symptoms = symptom_paths(diagnosis, finding);
  const bool is_about_it = std::any_of(symptoms.begin(), symptoms.end(), is_border) ||
                           std::any_of(finding.causes.begin(), finding.causes.end(),
                                       [&](const Cause& cause) { return is_border(cause.frame); });
  if (is_about_it) return whole;
  MpiSpan out = whole;
  for (const samples::ThreadSamples& thread : threads)
    for (const Stay& stay : stays_of(thread)) {
      const Border border = borders[stay.leaf.index()];
      if (border == Border::Init) out.begin = std::max(out.begin, stay.end);
      if (border == Border::Finalize) out.end = std::min(out.end, stay.begin);
    }
  return out.begin < out.end ? out : whole;
}

}  // namespace tarry::diagnosis
