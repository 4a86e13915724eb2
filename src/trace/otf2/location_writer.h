// SPDX-License-Identifier: BSD-3-Clause
// Makes the event file and the local definition file of one location.
#pragma once

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "trace/otf2/archive_writer.h"

namespace tarry::trace::otf2 {

base::Result<std::unique_ptr<LocationWriter>> open_location_writer(
    const std::filesystem::path& directory, std::uint64_t trace_id, std::uint64_t most_events);

}  // namespace tarry::trace::otf2
