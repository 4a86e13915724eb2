// SPDX-License-Identifier: BSD-3-Clause
// Compressed traces as files: the text of the format, as it is or in one zstd frame, by convention
// *.tct. Readers tell the two by the first bytes.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

enum class Packing { Text, Zstd };

// Replaces `path` as a whole or not at all.
base::Status write_trace(const std::string& path, const Trace& trace,
                         Packing packing = Packing::Zstd);

// `path` may be an experiment directory with a trace in it.
base::Result<Trace> read_trace(const std::string& path);
// The text of such a file, as it is there.
base::Result<std::string> read_trace_text(const std::string& path);

// The text of what a file holds, packed or not. `name` is for messages.
base::Result<std::string> unpacked(std::string content, const std::string& name);
base::Result<std::string> packed(std::string_view text);

}  // namespace tarry::compressed
