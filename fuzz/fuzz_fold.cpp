// SPDX-License-Identifier: BSD-3-Clause
// Any calls of some ranks, folded and merged with any options, must expand to the same calls again,
// in whatever order the aligned blocks are united.
//
// The input is a byte of options, then calls. A call is a byte whose lower bits are the place and
// whose upper bits are the values; 0xFF goes on to the next rank, 0xFE and n repeat the last n
// calls.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "compressed/fold/folder.h"
#include "compressed/fold/merge.h"
#include "compressed/model/cursor.h"

namespace {

using namespace tarry::compressed;

constexpr std::uint32_t kSites = 8;
constexpr std::size_t kMostCalls = 4096;

using Bytes = std::vector<std::uint8_t>;

std::vector<Bytes> ranks_of(const std::uint8_t* data, std::size_t size) {
  std::vector<Bytes> ranks(1);
  for (std::size_t i = 0; i < size; ++i) {
    Bytes& calls = ranks.back();
    if (data[i] == 0xFF && ranks.size() < 9) {
      ranks.emplace_back();
    } else if (data[i] == 0xFE && i + 1 < size) {
      const std::size_t n = std::min<std::size_t>(data[++i], calls.size());
      const Bytes last(calls.end() - static_cast<std::ptrdiff_t>(n), calls.end());
      if (calls.size() + n <= kMostCalls) calls.insert(calls.end(), last.begin(), last.end());
    } else if (calls.size() < kMostCalls) {
      calls.push_back(data[i]);
    }
  }
  return ranks;
}

// Returns the call that a byte stands for: its place, and up to three actions of some kinds.
Call call_of(std::uint8_t byte, std::size_t index) {
  Call call;
  call.site = SiteId{byte % kSites};
  call.before_ns = byte;
  const unsigned values = byte / kSites;
  for (unsigned i = 0; i < values % 4; ++i) {
    Action action;
    action.kind = static_cast<ActionKind>((values + i) % kActionKinds);
    for (const Parameter parameter : parameters_of(action.kind))
      set_value(action, parameter, static_cast<std::int64_t>(values * 3 + i));
    if (values == 7)
      set_value(action, parameters_of(action.kind)[0], static_cast<std::int64_t>(index));
    call.actions.push_back(action);
  }
  return call;
}

Trace folded(const Bytes& calls, std::uint32_t rank, std::uint32_t ranks,
             const FoldOptions& options) {
  Folder folder(options);
  for (std::size_t i = 0; i < calls.size(); ++i) folder.add(call_of(calls[i], i));
  Trace trace;
  trace.ranks = ranks;
  for (std::uint32_t site = 0; site < kSites; ++site)
    trace.sites.push_back({"MPI_" + std::to_string(site), {}});
  trace.events = folder.finish(rank);
  canonicalise(trace);
  return trace;
}

void require(bool good, const char* what) {
  if (good) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

void require_calls(const Trace& trace, std::uint32_t rank, const Bytes& calls) {
  Cursor cursor(trace, rank);
  std::size_t at = 0;
  for (CursorCall call; cursor.next(call); ++at) {
    require(at < calls.size(), "more calls than there were");
    const Call expected = call_of(calls[at], at);
    const Site& site = trace.sites[trace.events[call.event].site.index()];
    require(site.function == "MPI_" + std::to_string(expected.site.value), "another place");
    require(call.actions == expected.actions, "other actions");
  }
  require(cursor.error().empty(), cursor.error().c_str());
  require(at == calls.size(), "fewer calls than there were");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  FoldOptions options;
  options.partial_iterations = (data[0] & 1) == 0;
  options.loop_agnostic_merge = (data[0] & 2) == 0;
  options.least_common_share = (data[0] & 4) == 0 ? 0.5 : 0.05;
  options.vectors = (data[0] & 16) == 0 ? VectorForm::Folded : VectorForm::Plain;
  options.window = (data[0] & 8) == 0 ? 8192 : 7;
  const std::vector<Bytes> ranks = ranks_of(data + 1, size - 1);
  const auto count = static_cast<std::uint32_t>(ranks.size());
  std::vector<Trace> traces;
  for (std::uint32_t rank = 0; rank < count; ++rank)
    traces.push_back(folded(ranks[rank], rank, count, options));
  const Trace all = merge_all(traces, options);
  for (std::uint32_t rank = 0; rank < count; ++rank) require_calls(all, rank, ranks[rank]);
  if (count == 4) {
    const Trace upper = merge(traces[2], traces[3], options);
    Trace other = merge(merge(traces[0], traces[1], options), upper, options);
    canonicalise(other);
    require(all == other, "the result depends on the order of the blocks");
  }
  return 0;
}
