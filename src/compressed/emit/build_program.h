// SPDX-License-Identifier: BSD-3-Clause
// Makes the program that a compressed trace describes (program.h).
#pragma once

#include "base/result.h"
#include "compressed/emit/program.h"
#include "compressed/emit/structure.h"
#include "compressed/model/trace.h"

namespace tarry::emit {

struct BuildOptions {
  bool computes = true;      // false: the computation between the calls does not matter
  bool world_peers = false;  // peers are ranks of all processes, whatever the communicator
  bool remote = false;       // windows and files, too; only if can_make_remote()
  // For a program for any number of ranks (skeleton.h); it must outlive the program.
  Scale* scale = nullptr;
  std::vector<Value> times{};  // then: the computation before each event
};

// `trace` names the source of every receive and has one event for each collective operation
// (compressed/generate), and `structure` is its. The error is something that no program can do:
// histograms in place of values, messages between groups. Thread: any.
base::Result<Program> build_program(const compressed::Trace& trace, const Structure& structure,
                                    const BuildOptions& options);

}  // namespace tarry::emit
