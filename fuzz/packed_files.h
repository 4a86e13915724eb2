// SPDX-License-Identifier: BSD-3-Clause
// Packs several files into one piece of bytes, separated by marks, so that a fuzzer may lengthen
// and shorten each without touching the others; also provides the folder to unpack them to.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tarry::fuzz {

// The files of an archive of two locations.
inline constexpr std::string_view kArchiveFiles[] = {
    "traces.otf2", "traces.def", "traces/0.evt", "traces/0.def", "traces/1.evt", "traces/1.def"};

// The files of an experiment with one sampled thread.
inline constexpr std::string_view kSampleFiles[] = {
    "samples/a-1/process.tsv", "samples/a-1/thread-0.samples", "samples/a-1/thread-0.paths",
    "samples/names.tsv"};

// Returns the content of `files` in `folder`; a missing file counts as empty.
std::string packed(const std::filesystem::path& folder, std::span<const std::string_view> files);

// Writes the result of packed() for `files`, or any other bytes, to files of these names in
// `folder`, which is created if necessary.
void unpack(std::string_view bytes, std::span<const std::string_view> files,
            const std::filesystem::path& folder);

// Returns a folder of this process, in memory if possible. It is removed at exit.
std::filesystem::path scratch();

}  // namespace tarry::fuzz
