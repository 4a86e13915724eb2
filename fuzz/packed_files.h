// SPDX-License-Identifier: BSD-3-Clause
// Several files as one piece of bytes, one after the other with a mark between them, so that a
// fuzzer may lengthen and shorten each without touching the others; and the folder that it unpacks
// them to.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tarry::fuzz {

// Of an archive of two locations.
inline constexpr std::string_view kArchiveFiles[] = {
    "traces.otf2", "traces.def", "traces/0.evt", "traces/0.def", "traces/1.evt", "traces/1.def"};

// Of an experiment with one sampled thread.
inline constexpr std::string_view kSampleFiles[] = {
    "samples/a-1/process.tsv", "samples/a-1/thread-0.samples", "samples/a-1/thread-0.paths",
    "samples/names.tsv"};

// The content of `files` in `folder`; one that is not there is empty.
std::string packed(const std::filesystem::path& folder, std::span<const std::string_view> files);

// Writes what packed() has made of `files`, or any bytes, to files of these names in `folder`,
// whose folders are made.
void unpack(std::string_view bytes, std::span<const std::string_view> files,
            const std::filesystem::path& folder);

// A folder of this process's own, in memory if there is such a place. Removed at exit.
std::filesystem::path scratch();

}  // namespace tarry::fuzz
