// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/slot_table.h"

namespace tarry::analysis {
namespace {

bool contains(const std::vector<std::uint32_t>& ascending, std::uint32_t slot) {
  return std::binary_search(ascending.begin(), ascending.end(), slot);
}

}  // namespace

void SlotTable::begin(const LocationRecords& records) {
  records_ = &records;
  times_.clear();
  items_.clear();
  meetings_.clear();
  moments_.clear();
  everybody_.clear();
  kept_.clear();
  times_.reserve(2 * records.instances.size());
  for (const Instance& instance : records.instances) {
    times_.push_back(instance.enter);
    times_.push_back(instance.leave);
  }
}

std::uint32_t SlotTable::add(Ticks time, std::uint32_t rank, CallPathId operation) {
  times_.push_back(time);
  moments_.push_back({rank, operation});
  return static_cast<std::uint32_t>(times_.size() - 1);
}

Ticks SlotTable::write(StepLog& log) {
  if (records_->events == 0) return records_->first;
  index_items();
  std::sort(everybody_.begin(), everybody_.end());
  std::sort(kept_.begin(), kept_.end());
  const std::pmr::vector<std::uint32_t> slots = in_order();
  // A forked or created thread does nothing before that.
  auto first = std::find_if(slots.begin(), slots.end(), [this](std::uint32_t slot) {
    return first_[slot] != first_[slot + 1];
  });
  const Ticks begin = first != slots.end() && is_begin(*first) ? kBefore : records_->first;
  if (begin != kBefore) first = slots.begin();
  Ticks before = begin;
  std::uint32_t sections = 0;
  Step step;
  for (; first != slots.end(); ++first) {
    const std::uint32_t slot = *first;
    step.clear();
    Ticks ready = before;
    for (std::uint32_t i = first_[slot]; i < first_[slot + 1]; ++i) {
      const Item& item = items_[by_slot_[i]];
      (item.is_need ? step.needs : step.gives).push_back(link_of(item));
      if (item.is_need) ready = std::max(ready, item.ready);
    }
    const Ticks time = std::max(times_[slot], before);
    step.advance = time - ready;
    describe(slot, step, sections);
    log.add(step);
    before = time;
  }
  step.clear();
  step.advance = base::positive_part(records_->last - before);
  log.add(step);
  return begin;
}

// Returns whether a need of the slot is that the thread was forked or created.
bool SlotTable::is_begin(std::uint32_t slot) const {
  for (std::uint32_t i = first_[slot]; i < first_[slot + 1]; ++i) {
    const Item& item = items_[by_slot_[i]];
    if (item.is_need && (item.kind == Link::Kind::Fork || item.kind == Link::Kind::Creation))
      return true;
  }
  return false;
}

// Steps are the slots of MPI calls, those with links, and those that divide activities.
bool SlotTable::is_step(std::uint32_t slot) const {
  if (first_[slot] != first_[slot + 1] || !is_of_instance(slot)) return true;
  const Instance& it = instance(slot);
  return it.call != model::MpiCall::NotMpi || (slot % 2 == 0 && it.enter == it.leave) ||
         contains(kept_, slot);
}

void SlotTable::index_items() {
  first_.assign(times_.size() + 1, 0);
  for (const Item& item : items_) ++first_[item.slot + 1];
  for (std::size_t slot = 1; slot < first_.size(); ++slot) first_[slot] += first_[slot - 1];
  by_slot_.resize(items_.size());
  next_.assign(first_.begin(), first_.end());
  for (std::uint32_t i = 0; i < items_.size(); ++i) by_slot_[next_[items_[i].slot]++] = i;
}

Link SlotTable::link_of(const Item& item) const {
  Link link{item.kind, item.key};
  link.from_any_source = item.from_any_source;
  if (item.meeting == kNoIndex) return link;
  link.arrivals = meetings_[item.meeting].arrivals;
  link.needs = meetings_[item.meeting].needs;
  return link;
}

std::pmr::vector<std::uint32_t> SlotTable::in_order() const {
  std::pmr::vector<std::uint32_t> slots;
  slots.reserve(times_.size());
  for (std::uint32_t slot = 0; slot < times_.size(); ++slot)
    if (is_step(slot)) slots.push_back(slot);
  const auto is_before = [&](std::uint32_t a, std::uint32_t b) {
    return times_[a] != times_[b] ? times_[a] < times_[b] : rank(a) < rank(b);
  };
  if (!std::is_sorted(slots.begin(), slots.end(), is_before))
    std::stable_sort(slots.begin(), slots.end(), is_before);
  return slots;
}

void SlotTable::describe(std::uint32_t slot, Step& step, std::uint32_t& sections) const {
  step.may_wait = !step.needs.empty();
  if (!is_of_instance(slot)) {
    step.callpath = moment(slot).operation;
    return;
  }
  const Instance& it = instance(slot);
  if (slot % 2 == 0) {
    step.may_wait = false;  // it is the begin of a thread
    step.with_everybody = contains(everybody_, slot);
    if (it.cut == kNoIndex || it.cut <= sections) return;
    step.sections = it.cut - sections;
    sections = it.cut;
    return;
  }
  step.is_mpi = it.call != model::MpiCall::NotMpi;
  step.callpath = it.callpath;
  step.may_wait &= !model::never_waits(it.call);
}

}  // namespace tarry::analysis
