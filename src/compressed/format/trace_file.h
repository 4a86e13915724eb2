// SPDX-License-Identifier: BSD-3-Clause
// Compressed traces as files, by convention *.tct: the plain text of the format or one zstd frame
// of it. Readers tell the two apart by the first bytes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "compressed/model/trace.h"

namespace tarry::compressed {

enum class Packing { Text, Zstd };

// Replaces `path` completely or leaves it unchanged.
base::Status write_trace(const std::string& path, const Trace& trace,
                         Packing packing = Packing::Zstd);

// `path` may be an experiment directory with a trace in it.
base::Result<Trace> read_trace(const std::string& path);
// Returns true if the name or the first bytes of `file` are those of a compressed trace.
bool is_compressed_trace(const std::filesystem::path& file);

// Returns the text of such a file without parsing it.
base::Result<std::string> read_trace_text(const std::string& path);

// Returns the text of a file's content, packed or not. `name` is for messages.
base::Result<std::string> unpacked(std::string content, const std::string& name);
base::Result<std::string> packed(std::string_view text);

}  // namespace tarry::compressed
