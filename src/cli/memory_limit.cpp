// SPDX-License-Identifier: BSD-3-Clause
#include "cli/memory_limit.h"

#include "trace/eventlog/settings.h"

namespace tarry::cli {
namespace {

constexpr std::uint64_t kSmallestLimit = std::uint64_t{128} << 20;

}  // namespace

Option memory_option(std::string& text) {
  return {.names = "--memory",
          .target = &text,
          .help =
              "Keep each process below this (128M or more); what does not fit goes to a "
              "temporary file beside the output",
          .value = "LIMIT",
          .otherwise = kUnlimited};
}

base::Result<std::uint64_t> memory_limit(const std::string& text) {
  if (text == kUnlimited) return std::uint64_t{0};
  const auto limit = trace::eventlog::size_from_text(text);
  if (limit && *limit >= kSmallestLimit) return *limit;
  return base::Error{base::ErrorCode::Usage, "not a limit of memory", "--memory " + text,
                     "give a number of bytes, with K, M, G or T for powers of 1024, at least "
                     "128M; or unlimited"};
}

}  // namespace tarry::cli
