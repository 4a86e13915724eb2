// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/evidence/derived_labels.h"

#include <algorithm>
#include <unordered_map>

#include "diagnosis/evidence/message_parts.h"
#include "diagnosis/evidence/thresholds.h"

namespace tarry::diagnosis {
namespace {

using samples::CallingContextTree;
using samples::FrameId;

// The least share of each label in any thread, by frame of one level.
struct Shares {
  std::unordered_map<FrameId, ByLabel<double>> least;

  void add(FrameId frame, const ByLabel<double>& shares) {
    const auto [at, added] = least.try_emplace(frame, shares);
    if (added) return;
    for (std::size_t label = 0; label < kLabels; ++label)
      at->second[label] = std::min(at->second[label], shares[label]);
  }
  void merge(const Shares& other) {
    for (const auto& [frame, shares] : other.least) add(frame, shares);
  }
  void append_to(Bytes& message) const {
    workers::append(message, std::uint64_t{least.size()});
    for (const auto& [frame, shares] : least) {
      workers::append(message, frame);
      workers::append(message, shares);
    }
  }
  static Shares take(MessageReader& message) {
    Shares made;
    const auto count = message.take<std::uint64_t>();
    for (std::uint64_t at = 0; at < count; ++at) {
      const auto frame = message.take<FrameId>();
      made.least.emplace(frame, message.take<ByLabel<double>>());
    }
    return made;
  }
};

struct Labels {
  std::vector<Label> labels;

  void append_to(Bytes& message) const { append_list(message, labels); }
  static Labels take(MessageReader& message) { return {take_list<Label>(message)}; }
};

// Returns the shares for the frames at `depth` that have children.
Shares shares_at(std::uint32_t depth, const CallingContextTree& paths,
                 const std::vector<Label>& labels, const std::vector<ThreadTotals>& threads) {
  Shares shares;
  for (const ThreadTotals& thread : threads) {
    std::unordered_map<FrameId, ByLabel<Time>> sums;
    for (const FrameTotal& child : thread) {
      if (paths.depth(child.frame) != depth + 1) continue;
      ByLabel<Time>& sum = sums[paths.parent(child.frame)];
      Label label = labels[child.frame.index()];
      while (true) {
        sum[static_cast<std::size_t>(label)] += child.time;
        if (parent_of(label) == label) break;
        label = parent_of(label);
      }
    }
    for (const FrameTotal& node : thread) {
      const auto sum = sums.find(node.frame);
      if (sum == sums.end() && paths.depth(node.frame) != depth) continue;
      ByLabel<double> share{};
      if (sum != sums.end() && node.time > Time{0})
        for (std::size_t label = 0; label < kLabels; ++label)
          share[label] = static_cast<double>(sum->second[label].count()) /
                         static_cast<double>(node.time.count());
      shares.add(node.frame, share);
    }
  }
  return shares;
}

// Returns the lowest label with a sufficient share, or the initial one if there is none.
Label label_for(const ByLabel<double>& shares, Label initial) {
  std::optional<Label> found;
  for (std::size_t at = 0; at < kLabels; ++at) {
    const auto label = static_cast<Label>(at);
    // At most one label of each level can have more than half.
    if (shares[at] >= kDerivedLabel && (!found || is_within(label, *found))) found = label;
  }
  return found.value_or(initial);
}

}  // namespace

std::vector<Label> derived_labels(const CallingContextTree& paths,
                                  const std::vector<Label>& initial,
                                  const std::vector<ThreadTotals>& threads,
                                  workers::Transport& transport) {
  Labels known{initial};
  std::uint32_t deepest = 0;
  for (std::uint32_t at = 0; at < paths.size(); ++at)
    deepest = std::max(deepest, paths.depth(FrameId{at}));
  for (std::uint32_t depth = deepest; depth-- > 0;) {
    const Shares shares = reduced(transport, shares_at(depth, paths, known.labels, threads));
    if (transport.rank() == 0)
      for (const auto& [frame, least] : shares.least)
        known.labels[frame.index()] = label_for(least, initial[frame.index()]);
    known = broadcast(transport, std::move(known));
  }
  return known.labels;
}

}  // namespace tarry::diagnosis
