// SPDX-License-Identifier: BSD-3-Clause
// Communication that ranks spend much time in. It examines the calls that lead into a communication
// library and whose average is significant. The time that ranks wait there for late ranks
// (late_work.h) is a loss caused by the work of those ranks, however short the calls are. The
// remaining time is judged by its
//
//   duration per call = duration / returns counted
//
// This is right for calls longer than a sampling period; for shorter calls it is about one period.
// Below five periods the loss is many short calls, if all ranks spend as much time in them or no
// rank is late. Else the time is in few long calls, and their label tells what they did: waiting
// for a partner, moving a message, reading or writing files. Calls that do several things are
// divided by the time of each.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.3.2.
#pragma once

#include "diagnosis/evidence/phase_view.h"
#include "diagnosis/losses/finding.h"

namespace tarry::diagnosis {

// Finds the losses of the calls at and below `from`, except those below `without` and the call that
// closes the phases. Thread: any.
PhaseFindings find_communication_losses(const PhaseView& view, const std::vector<FrameId>& from,
                                        const std::vector<FrameId>& without = {});

// Finds the losses of the call that closes the phases, on all its paths together: it is one call
// that all ranks are in. `seconds`: the time of an average rank there that no imbalance explains.
// Thread: any.
PhaseFindings find_closing_loss(const PhaseView& view, double seconds);

}  // namespace tarry::diagnosis
