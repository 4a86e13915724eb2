// SPDX-License-Identifier: BSD-3-Clause
// Combines the notes of the ranks into notes of the whole trace: notes that differ only in the
// number behind them are added up.
#pragma once

#include <string_view>

#include "model/anomalies.h"

namespace tarry::compressed {

// The note "messages left out: 3" counts three; a note without a number counts one.
void count_note(std::string_view note, model::Anomalies& notes);

}  // namespace tarry::compressed
