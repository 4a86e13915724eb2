// SPDX-License-Identifier: BSD-3-Clause
// Communication that ranks spend much time in. Looked at are the calls that lead into a
// communication library, if their average is significant. What ranks wait there for others that
// are late (late_work.h) is a loss with their work as its cause, however short the calls are. Of
// the rest:
//
//   duration per call = duration / returns counted
//
// which is right for calls that are longer than a sampling period, and about one period for those
// that are shorter. Below five periods there are many short calls, if all ranks spend as much in
// them or none is late; else the time is in few long ones, and the label says with what: waiting
// for a partner, moving a message, reading or writing files. Calls that do several things are
// divided by what they spent their time with.
// Source: L. Wei, J. Mellor-Crummey, PPoPP 2020, section 5.3.2.
#pragma once

#include "diagnosis/finding.h"
#include "diagnosis/phase_view.h"

namespace tarry::diagnosis {

// Of the calls at and below `from`, but not below `without`, and without the call that closes the
// phases. Thread: any.
PhaseFindings find_communication_losses(const PhaseView& view, const std::vector<FrameId>& from,
                                        const std::vector<FrameId>& without = {});

// Of the call that closes the phases, on all its paths together: it is one call, in which all ranks
// are. `seconds`: those of an average rank there that no imbalance explains. Thread: any.
PhaseFindings find_closing_loss(const PhaseView& view, double seconds);

}  // namespace tarry::diagnosis
