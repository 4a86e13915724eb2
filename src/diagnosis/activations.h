// SPDX-License-Identifier: BSD-3-Clause
// Which frames of a thread's call path are the same activations in two samples that follow each
// other. The sampler compares places on the stack: a call made again from the same place looks as
// if it had stayed. Where it also counted the calls into MPI in between, more is known:
//
//                    before      after     one call of MPI in between
//   step@4           step@4      step@4    may have stayed: it calls MPI, if perhaps on other ranks
//     work@11        work@11     work@11   was left: MPI is never called from there
//     MPI_Barrier@12
//
// An MPI call itself stayed only if none was begun. What surely was left (work@11 above) was called
// again by its caller; a procedure whose control flow passes each place once cannot have done that
// (work@11 is in no loop), so that it was left as well.
#pragma once

#include "diagnosis/label_table.h"
#include "samples/samples.h"

namespace tarry::diagnosis {

// Of a tree of call paths, which has to be that of all ranks: what an always late rank never shows,
// others do. Thread: any.
class Activations {
 public:
  // `flows`: as in the samples of this tree.
  Activations(const samples::CallingContextTree& paths, const InitialLabels& labels,
              const std::unordered_map<samples::SiteId, samples::BodyFlow>& flows);

  // Depth of the last frame of `paths`, the same tree, that may be one activation in both samples.
  // Loops right below it that both have count as stayed as well.
  [[nodiscard]] std::uint32_t depth_that_stayed(const samples::CallingContextTree& paths,
                                                const samples::Sample& before,
                                                const samples::Sample& sample) const;

 private:
  std::vector<bool> calls_mpi_;  // by frame: is no call of MPI, but one is below it
  std::vector<bool> once_;       // by frame: its caller's control flow passes it once at most
};

}  // namespace tarry::diagnosis
