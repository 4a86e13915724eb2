// SPDX-License-Identifier: BSD-3-Clause
// Follows runs of calls that only look whether something has come, until a call finds it.
#pragma once

#include <optional>

#include "analysis/records/location_records.h"

namespace tarry::analysis {

class Polling {
 public:
  void enter(Ticks time, model::MpiCall call) {
    if (!run_ && call == model::MpiCall::Test) run_ = PollRecord{time, Ticks{0}, kNoIndex};
  }

  // A region is left that was entered at `enter`.
  void leave(Ticks time, Ticks enter, const model::RegionKind& kind, bool holds_record) {
    if (!run_ || kind.call == model::MpiCall::NotMpi ||
        kind.region_class == model::RegionClass::MpiOther)
      return;
    if (kind.call == model::MpiCall::Test && !holds_record)
      run_->looking += time - enter;
    else
      run_.reset();
  }

  // The instance, number `index`, has found something. Returns the run that led to it, if there was
  // one.
  [[nodiscard]] std::optional<PollRecord> found_by(const Instance& instance,
                                                   std::uint32_t index) const {
    const bool ends_run =
        instance.call == model::MpiCall::Test || instance.call == model::MpiCall::Recv;
    if (!run_ || !ends_run || run_->begin >= instance.enter) return std::nullopt;
    return PollRecord{run_->begin, run_->looking, index};
  }

 private:
  std::optional<PollRecord> run_;  // the present run
};

}  // namespace tarry::analysis
