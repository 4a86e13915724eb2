// SPDX-License-Identifier: BSD-3-Clause
// Makes a trace again from its own calls, each changed a little.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "compressed/fold/fold_options.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// Changes the call with the number `number`, counted from 0, of a rank. Its site may become another
// one of the trace. A call whose site is not valid() afterwards is left out; the computation before
// it goes before the next call.
using CallEdit = std::function<void(std::uint32_t rank, std::uint64_t number, Call& call)>;

// Folds the changed calls of each rank and merges the ranks. Each call gets the mean times of its
// event. The error is a trace that cannot be read through.
base::Result<Trace> rewritten(const Trace& trace, const CallEdit& edit,
                              const FoldOptions& options = {});

}  // namespace tarry::compressed
