// SPDX-License-Identifier: BSD-3-Clause
// Takes any text as a compressed trace: it is refused, or its written form is read as the same
// trace and written as the same text; going through its calls ends without a crash.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "compressed/format/parser.h"
#include "compressed/format/rank_listing.h"
#include "compressed/format/trace_file.h"
#include "compressed/format/writer.h"
#include "compressed/model/cursor.h"

namespace {

constexpr std::uint32_t kMostRanks = 4096;  // time and memory may grow with the ranks
constexpr int kMostCalls = 1000;
constexpr std::size_t kMostActions = 10'000;

[[noreturn]] void fail(const char* what, const std::string& text) {
  std::fprintf(stderr, "%s:\n%s\n", what, text.c_str());
  std::abort();
}

bool has_too_many_ranks(const std::string& text) {
  const std::size_t at = text.find("ranks");
  return at != text.npos && std::strtoull(text.c_str() + at + 5, nullptr, 10) > kMostRanks;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace tarry::compressed;
  const auto text = unpacked({reinterpret_cast<const char*>(data), size}, "fuzz.tct");
  if (!text.ok() || has_too_many_ranks(*text)) return 0;
  const auto trace = parse_text(*text, "fuzz.tct");
  if (!trace.ok()) return 0;
  const std::string written = write_text(*trace);
  const auto again = parse_text(written, "written.tct");
  if (!again.ok()) fail(again.error().message().c_str(), written);
  if (!(*again == *trace)) fail("what was written is read as something else", written);
  if (write_text(*again) != written) fail("it is written in two ways", written);
  for (std::uint32_t rank = 0; rank < trace->ranks && rank < 3; ++rank) {
    rank_listing(*trace, rank);
    Cursor cursor(*trace, rank);
    CursorCall call;
    for (int calls = 0; calls < kMostCalls && cursor.next(call); ++calls)
      if (call.actions.size() > kMostActions) break;
  }
  return 0;
}
