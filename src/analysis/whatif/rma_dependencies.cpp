// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/rma_dependencies.h"

namespace tarry::analysis {
namespace {

using Kind = Link::Kind;

void window_call(const RmaRecord& record, const RmaCollective& call,
                 const model::Definitions& definitions, const Partition& partition,
                 SlotTable& slots) {
  const auto members =
      static_cast<std::uint32_t>(definitions.communicators[call.comm.index()].members.size());
  const Link link{Kind::WindowCall, std::uint64_t{record.window.value} << 32 | call.sequence,
                  members, members};
  const std::uint32_t enter = SlotTable::enter(record.instance);
  slots.move(enter, call.begin);
  slots.give(enter, {link.kind, link.key});
  slots.need(SlotTable::leave(record.instance), link, call.last_begin);
  if (members == partition.processes().size()) slots.meets_everybody(enter);
}

}  // namespace

void add_rma_dependencies(const ProcessRecords& process, const model::Definitions& definitions,
                          const Partition& partition, std::vector<SlotTable>& slots) {
  for (std::uint32_t l = 0; l < process.locations.size(); ++l) {
    const LocationRecords& records = process.locations[l];
    for (std::uint32_t r = 0; r < records.rma.records.size(); ++r) {
      const RmaRecord& record = records.rma.records[r];
      const std::uint64_t key = link_key(process.first_location.value + l, r);
      if (record.is_collective() && records.rma.collectives[record.detail].all_meet)
        window_call(record, records.rma.collectives[record.detail], definitions, partition,
                    slots[l]);
      else if (record.kind == RmaKind::Post || record.kind == RmaKind::Complete)
        slots[l].give(SlotTable::enter(record.instance), {Kind::OneSided, key});
      else if (record.kind == RmaKind::Unlock)
        slots[l].give(SlotTable::enter(record.detail), {Kind::OneSided, key});
    }
    for (const RmaDependency& needs : records.rma.dependencies) {
      const std::size_t worker = partition.worker_of(needs.rank);
      const Partition::Process& other =
          partition.processes()[partition.begin(worker) + partition.place_of(needs.rank)];
      const std::uint64_t key =
          link_key(other.first_location + needs.record.location, needs.record.index);
      slots[l].need(SlotTable::leave(needs.instance), {Kind::OneSided, key, 1, needs.needs},
                    needs.ready);
    }
  }
}

}  // namespace tarry::analysis
