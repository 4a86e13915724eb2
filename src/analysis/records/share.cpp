// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/records/share.h"

#include <algorithm>
#include <string>

#include "model/metric.h"

namespace tarry::analysis {
namespace {

template <class Value>
void add_all(const CellTable<Value>& found, std::size_t callpaths, model::LocationIndex location,
             std::pmr::vector<Cell<Value>>& to) {
  const std::uint32_t metrics = model::metric_end().value;
  for (std::uint32_t n = 0; n < callpaths; ++n) {
    const auto* block = found.find(model::CallPathId{n});
    if (block == nullptr) continue;
    for (std::uint32_t m = 0; m < block->size(); ++m)
      if ((*block)[m] != 0)
        to.push_back({(*block)[m], location,
                      n * metrics + static_cast<std::uint32_t>(found.first_metric()) + m});
  }
}

template <class Each>
void take_cells(workers::MessageReader& reader, std::pmr::vector<Each>& cells) {
  cells.resize(reader.take<std::uint64_t>());
  reader.take_all(std::span(cells));
}

}  // namespace

void Span::add(const Span& other) {
  first = std::min(first, other.first);
  last = std::max(last, other.last);
}

void Share::add(model::LocationIndex location, const Cells& found) {
  add_all(found, tree.size(), location, cells);
}

void Share::add(model::LocationIndex location, const SummedCosts& found) {
  add_all(found, tree.size(), location, costs);
}

void Share::add(model::LocationIndex location, std::span<const CounterTotal> found) {
  for (const CounterTotal& total : found) counters.push_back({total, location});
}

workers::Bytes pack(const Share& share) {
  workers::Bytes message;
  workers::append(message, share.span);
  workers::append(message, share.clock_error);
  workers::append(message, share.cost);
  workers::append(message, std::uint64_t{share.tree.size()});
  workers::append_all(message, std::span(share.tree.nodes()));
  workers::append(message, std::uint64_t{share.anomalies.counts().size()});
  for (const auto& [description, count] : share.anomalies.counts()) {
    workers::append(message, count);
    workers::append_text(message, description);
  }
  workers::append(message, std::uint64_t{share.cells.size()});
  workers::append_all(message, std::span<const Cell<std::int64_t>>(share.cells));
  workers::append(message, std::uint64_t{share.costs.size()});
  workers::append_all(message, std::span<const Cell<double>>(share.costs));
  workers::append(message, std::uint64_t{share.counters.size()});
  workers::append_all(message, std::span<const CounterCell>(share.counters));
  workers::append(message, std::uint64_t{share.of_patterns.size()});
  workers::append_all(message, std::span<const PatternCell>(share.of_patterns));
  workers::append(message, std::uint64_t{share.waits.size()});
  for (const auto& [metric, waits] : share.waits) {
    workers::append(message, metric);
    workers::append(message, std::uint64_t{waits.size()});
    for (const auto& [callpath, lengths] : waits) {
      workers::append(message, callpath);
      lengths.pack(message);
    }
  }
  return message;
}

Share unpack(const workers::Bytes& message) {
  workers::MessageReader reader(message);
  Share share;
  share.span = reader.take<Span>();
  share.clock_error = reader.take<ClockError>();
  share.cost = reader.take<Cost>();
  for (auto nodes = reader.take<std::uint64_t>(); nodes > 0; --nodes) {
    const auto node = reader.take<model::CallPathNode>();
    share.tree.child(node.parent, node.region);
  }
  for (auto kinds = reader.take<std::uint64_t>(); kinds > 0; --kinds) {
    const auto count = reader.take<std::uint64_t>();
    share.anomalies.add(reader.take_text(), count);
  }
  take_cells(reader, share.cells);
  take_cells(reader, share.costs);
  take_cells(reader, share.counters);
  take_cells(reader, share.of_patterns);
  for (auto metrics = reader.take<std::uint64_t>(); metrics > 0; --metrics) {
    WaitsByCallPath& waits = share.waits[reader.take<model::MetricId>()];
    for (auto callpaths = reader.take<std::uint64_t>(); callpaths > 0; --callpaths) {
      const auto callpath = reader.take<model::CallPathId>();
      waits.emplace(callpath, WaitLengths::unpack(reader));
    }
  }
  return share;
}

}  // namespace tarry::analysis
