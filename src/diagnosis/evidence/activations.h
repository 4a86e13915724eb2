// SPDX-License-Identifier: BSD-3-Clause
// Tells which frames of a thread's call path are the same activations in two samples that follow
// each other. The sampler compares places on the stack, so a call made again from the same place
// looks as if it had stayed. Counts of the calls into MPI in between tell more:
//
//                    before      after     one call of MPI in between
//   step@4           step@4      step@4    may have stayed: it calls MPI, if perhaps on other ranks
//     work@11        work@11     work@11   was left: MPI is never called from there
//     MPI_Barrier@12
//
// An MPI call itself stayed only if no call was begun. A frame that surely was left (work@11 above)
// was called again by its caller. If the caller is a procedure whose control flow passes each place
// once (work@11 is in no loop), the caller cannot have done that and was left as well.
#pragma once

#include "diagnosis/evidence/label_table.h"
#include "samples/samples.h"

namespace tarry::diagnosis {

// The activations of one tree of call paths. The tree has to be that of all ranks, because the
// other ranks show calls in which an always late rank is never seen. Thread: any.
class Activations {
 public:
  // `flows` belongs to the samples of this tree.
  Activations(const samples::CallingContextTree& paths, const InitialLabels& labels,
              const std::unordered_map<samples::SiteId, samples::BodyFlow>& flows);

  // Returns the depth of the last frame of `paths`, the same tree, that may be one activation in
  // both samples. Loops right below it that both samples have count as stayed as well.
  [[nodiscard]] std::uint32_t depth_that_stayed(const samples::CallingContextTree& paths,
                                                const samples::Sample& before,
                                                const samples::Sample& sample) const;

 private:
  std::vector<bool> calls_mpi_;  // by frame: the frame is no call of MPI, but one is below it
  std::vector<bool> once_;       // by frame: its caller's control flow passes it at most once
};

}  // namespace tarry::diagnosis
