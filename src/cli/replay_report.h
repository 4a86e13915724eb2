// SPDX-License-Identifier: BSD-3-Clause
// Compares a replay with the recording, as text and as JSON (docs/formats/replay-json.md).
#pragma once

#include <string>

#include "compressed/model/trace.h"
#include "compressed/replay/replay.h"
#include "compressed/replay/settings.h"

namespace tarry::cli {

std::string replay_text(const replay::Outcome& outcome, const compressed::Trace& trace,
                        const replay::Settings& settings);
std::string replay_json(const replay::Outcome& outcome, const compressed::Trace& trace,
                        const replay::Settings& settings);

}  // namespace tarry::cli
