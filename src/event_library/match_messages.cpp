// SPDX-License-Identifier: BSD-3-Clause
// Which send each receive belongs to. Only the analysis knows (docs/definitions.md, "Order and
// matching"), so it is run as far as that.
#include <unistd.h>

#include "analysis/analyze.h"
#include "event_library/trace_index.h"

namespace tarry::event_library {
namespace {

// The analysis needs about so many bytes for an event. Traces that would take more than a quarter
// of the memory are analyzed with this as a limit.
constexpr std::uint64_t kBytesForEvent = 64;

std::uint64_t limit_for(std::uint64_t events, std::uint64_t wanted) {
  if (wanted != 0) return wanted;
  const std::uint64_t memory = static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
                               static_cast<std::uint64_t>(::sysconf(_SC_PAGE_SIZE));
  return events * kBytesForEvent > memory / 4 ? memory / 4 : 0;
}

}  // namespace

base::Status TraceIndex::match_messages() {
  const std::lock_guard lock(mutex_);
  if (is_matched_) return base::kOk;
  const auto take = [this](model::LocationIndex location,
                           const model::EventInsights& insights) -> base::Status {
    const LocationEntry& entry = locations_[location.index()];
    const auto own = receives().subspan(entry.receives.first, entry.receives.count);
    for (std::size_t r = 0; r < std::min(own.size(), insights.receives.size()); ++r) {
      const model::SendOfReceive& send = insights.receives[r];
      if (!send.location.valid()) continue;
      const Range& sends = locations_[send.location.index()].sends;
      if (send.send >= sends.count) continue;
      const std::uint64_t number = sends.first + send.send;
      StoredMessage& message = messages()[number];
      own[r].message = number;
      message.receive = message.end = own[r].moment;
      message.receive_enter = own[r].enter;
      message.receive_region = own[r].region;
      message.receive_path = own[r].path;
    }
    return base::kOk;
  };
  if (receives_.size() != 0 && messages_.size() != 0) {
    analysis::Options options;
    options.threads = options_.threads;
    options.findings = false;
    options.visit = take;
    options.memory_limit = limit_for(event_count_, options_.memory_limit);
    options.spill_directory = options_.scratch;
    base::Result<analysis::Analysis> analyzed = analysis::analyze(source_, options);
    if (!analyzed.ok()) return std::move(analyzed).error();
  }
  TRY(open_messages_.build(std::span<const StoredMessage>(messages())));
  is_matched_ = true;
  return base::kOk;
}

}  // namespace tarry::event_library
