// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/extrapolate/repair.h"

#include <string>
#include <utility>

#include "base/counted.h"
#include "compressed/generate/progress.h"

namespace tarry::compressed {
namespace {

bool is_complete(const Progress& progress) {
  return progress.stuck.empty() && progress.unreceived == 0 && progress.too_large == 0;
}

base::Result<Progress> run_as_predicted(const Trace& trace) {
  ProgressOptions options;
  options.use_recorded = false;  // a predicted trace does not say what wildcards get
  options.most_runs = 20;
  return run_calls(trace, options);
}

}  // namespace

base::Result<FilteredTrace> repaired(const Trace& trace) {
  TRY_ASSIGN(const Progress before, run_as_predicted(trace));
  if (is_complete(before)) return FilteredTrace{trace, {}};
  TRY_ASSIGN(const Progress repair, repair_calls(trace));
  TRY_ASSIGN(FilteredTrace out, leave_out(trace, [&](std::uint32_t rank) {
               return RankCut{{}, repair.dropped[rank]};
             }));
  add_note(kNoPartner, out);
  TRY_ASSIGN(const Progress after, run_as_predicted(out.trace));
  if (is_complete(after)) return out;
  const std::string left =
      !after.stuck.empty() ? text_of(after.stuck)
      : after.unreceived > 0
          ? base::counted(after.unreceived, "message is", "messages are") + " not received"
          : base::counted(after.too_large, "message is larger than its receive",
                          "messages are larger than their receives");
  return base::Error{base::ErrorCode::Unsupported,
                     "the predicted calls cannot be repaired: " + left, "",
                     "leave calls out with --snippet"};
}

}  // namespace tarry::compressed
