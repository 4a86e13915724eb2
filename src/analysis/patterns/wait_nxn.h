// SPDX-License-Identifier: BSD-3-Clause
// Wait at N x N and N x N Completion. Definition: docs/definitions.md, "Collective waits". On an
// intercommunicator a member waits for the latest of the other group.
//
//   member  ──█Allreduce····|work|completion█──
//   latest  ────────────────█Allreduce█──
//
// If all members are in the operation at some moment (first end after last begin), all synchronise
// and wait for the last. Otherwise only members that receive wait, and only for the latest member
// that sends.
#pragma once

#include "analysis/patterns/collective.h"

namespace tarry::analysis {

void wait_at_nxn(CollectiveInstance& instance);

}  // namespace tarry::analysis
