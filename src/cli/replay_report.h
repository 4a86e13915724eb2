// SPDX-License-Identifier: BSD-3-Clause
// What a replay did, against what was recorded: as text, and as JSON (docs/formats/replay-json.md).
#pragma once

#include <string>

#include "compress/model/trace.h"
#include "replay/replay.h"
#include "replay/settings.h"

namespace tarry::cli {

std::string replay_text(const replay::Outcome& outcome, const compress::Trace& trace,
                        const replay::Settings& settings);
std::string replay_json(const replay::Outcome& outcome, const compress::Trace& trace,
                        const replay::Settings& settings);

}  // namespace tarry::cli
