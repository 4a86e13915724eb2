// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compress_step.h"

#include <fmt/core.h>

#include <array>
#include <fstream>
#include <string_view>

#include "base/bytes_text.h"
#include "cli/messages.h"
#include "compressed/capture/compress_trace.h"
#include "compressed/format/format.h"
#include "compressed/format/trace_file.h"
#include "trace/open_trace.h"

namespace tarry::cli {

namespace fs = std::filesystem;

bool is_compressed_trace(const fs::path& file) {
  if (file.extension() == ".tct") return true;
  std::array<char, compressed::kFormatName.size()> first{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(first.data(), first.size());
  const std::string_view begin(first.data(), static_cast<std::size_t>(stream.gcount()));
  return begin == compressed::kFormatName || begin.starts_with("\x28\xB5\x2F\xFD");  // zstd
}

base::Status keep_compressed(const compressed::Trace& trace, const fs::path& output,
                             const CommonOptions& common, bool as_text) {
  TRY(compressed::write_trace(output.string(), trace,
                              as_text ? compressed::Packing::Text : compressed::Packing::Zstd));
  for (const std::string& note : trace.notes) warn(common, note);
  std::error_code error;
  const std::uint64_t bytes = fs::file_size(output, error);
  say(common, fmt::format("{} events of {} rank{} in {} ({})", trace.events.size(), trace.ranks,
                          trace.ranks == 1 ? "" : "s", output.string(),
                          base::bytes_text(error ? 0 : bytes)));
  return base::kOk;
}

base::Status compress_to(const fs::path& anchor, const fs::path& output,
                         const CommonOptions& common, const CompressWishes& wishes) {
  TRY_ASSIGN(const auto source,
             trace::open_trace(anchor, {.correct_clocks = wishes.correct_clocks}));
  compressed::CompressOptions options;
  options.fold = wishes.fold;
  options.threads = common.threads;
  TRY_ASSIGN(const compressed::Trace trace, compressed::compress_trace(*source, options));
  return keep_compressed(trace, output, common, wishes.as_text);
}

}  // namespace tarry::cli
