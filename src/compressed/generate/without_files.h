// SPDX-License-Identifier: BSD-3-Clause
// Makes a trace in which calls on files do nothing, for those who only work with communication.
#pragma once

#include <string_view>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

// A note of a trace whose calls on files could not be taken out by themselves.
inline constexpr std::string_view kMeanTimes =
    "calls have the mean times of their places: some complete transfers of files together with "
    "messages or accesses to windows";

// Returns the trace itself if it has no calls on files. Otherwise such calls and those that
// complete transfers stay and take their time, but have no actions of it. If there is communication
// with windows, or a call completes transfers and other requests, every call gets the mean time of
// its place, statistics are left out, and a note says so. The error is a trace that cannot be read
// through.
base::Result<Trace> without_files(Trace trace);

}  // namespace tarry::compressed
