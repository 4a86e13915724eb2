// SPDX-License-Identifier: BSD-3-Clause
// Notes of the ranks made those of all: what one rank says with a number behind it is added up.
#pragma once

#include <string_view>

#include "model/anomalies.h"

namespace tarry::compressed {

// "messages left out: 3" counts three; a note without a number counts one.
void count_note(std::string_view note, model::Anomalies& notes);

}  // namespace tarry::compressed
