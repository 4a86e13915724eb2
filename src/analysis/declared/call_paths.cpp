// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/call_paths.h"

#include <algorithm>
#include <span>

#include "workers/agree.h"

namespace tarry::analysis::declared {

using model::CallPathId;
using model::CallPathNode;

// One worker unites the trees, since all trees at all workers would take too much memory.
base::Status CallPaths::unite(const model::CallTree& own, workers::Transport& transport) {
  workers::Bytes message;
  TRY(workers::do_together(transport, [&] {
    workers::append_all(message, std::span<const CallPathNode>(own.nodes()));
  }));
  const std::vector<workers::Bytes> trees = transport.gather(std::move(message));
  std::vector<workers::Bytes> outgoing(transport.size());
  TRY(workers::do_together(transport, [&] {
    if (transport.rank() != 0) return;
    model::CallTree all;
    std::vector<std::vector<CallPathId>> numbers;
    for (const workers::Bytes& tree : trees) {
      model::CallTree theirs;
      for (std::size_t n = 0; n < workers::record_count<CallPathNode>(tree); ++n) {
        const auto node = workers::record_at<CallPathNode>(tree, n);
        theirs.child(node.parent, node.region);
      }
      numbers.push_back(all.merge(theirs));
    }
    for (std::size_t to = 0; to < outgoing.size(); ++to) {
      workers::append(outgoing[to], std::uint64_t{all.size()});
      workers::append_all(outgoing[to], std::span<const CallPathNode>(all.nodes()));
      workers::append_all(outgoing[to], std::span<const CallPathId>(numbers[to]));
    }
  }));
  const std::vector<workers::Bytes> arrived = transport.exchange(std::move(outgoing));
  return workers::do_together(transport, [&] {
    workers::MessageReader reader(arrived[0]);
    nodes_.resize(reader.take<std::uint64_t>());
    numbers_.resize(own.size());
    reader.take_all(std::span(nodes_));
    reader.take_all(std::span(numbers_));
  });
}

std::vector<model::RegionId> CallPaths::regions(std::uint32_t number) const {
  std::vector<model::RegionId> regions;
  for (CallPathId at{number}; at.index() < nodes_.size(); at = nodes_[at.index()].parent)
    regions.push_back(nodes_[at.index()].region);
  std::reverse(regions.begin(), regions.end());
  return regions;
}

}  // namespace tarry::analysis::declared
