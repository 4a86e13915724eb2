// SPDX-License-Identifier: BSD-3-Clause
// Counts of counters by call path, by the rules of the analysis. Source: docs/patterns/counters.md.
#include "trace/summary/tree/tree_cursor.h"

namespace tarry::trace::summary {

// Work of a team's worker outside of regions belongs to no node.
void TreeCursor::note_run() {
  const NodeNumber active = gap_ && state_->is_worker ? 0 : charged_node();
  if (active == state_->run_node) return;
  state_->run_node = active;
  state_->run_begin = last_;
}

void TreeCursor::read_counters(std::uint32_t set, std::span<const std::uint64_t> values) {
  const CounterTable* const table = tree_.counters;
  const auto members = table == nullptr ? std::span<const std::uint16_t>() : table->members(set);
  if (members.empty() || members.size() != values.size()) return odd(Odd::UndefinedCounters);
  state_->reads_counters = true;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (const Counting counting = table->counting(members[i]); counting != Counting::Nothing)
      read_counter(members[i], counting, values[i]);
}

void TreeCursor::read_counter(std::uint16_t counter, Counting counting, std::uint64_t value) {
  CounterReading& reading = state_->counters[counter];
  const CounterReading before = reading;
  reading = {value, last_, state_->stretch, true, {}};
  if (!before.is_known || before.stretch != state_->stretch) return;
  const std::uint64_t from = counting == Counting::Amount ? 0 : before.value;
  if (value < from) return odd(Odd::FallenCounters);
  if (value == from) return;
  const bool took_time = last_ > before.time;
  if (took_time && state_->run_begin > before.time) odd(Odd::SharedCounters);
  const NodeNumber node = took_time ? state_->run_node : charged_node();
  if (node != 0) count_counter(node, counter, value - from);
}

void TreeCursor::count_counter(NodeNumber node, std::uint16_t counter, std::uint64_t amount) {
  const auto block = static_cast<std::uint32_t>(counter / kCountersInCell);
  std::uint32_t cell = values_of(node, block);
  if (cell == 0) cell = new_values(node, block);
  if (cell == 0) return odd(Odd::LostCounters);
  std::uint64_t& sum = counter_values(cell).values[counter % kCountersInCell];
  if (amount > ~sum) return odd(Odd::ImpossibleCounters);
  sum += amount;
}

// Returns 0 if it has none.
std::uint32_t TreeCursor::values_of(NodeNumber node, std::uint32_t block) {
  std::uint32_t cell = cells_[node].counters;
  while (cell != 0 && counter_values(cell).block != block) cell = counter_values(cell).next;
  return cell;
}

// Without room for the node, returns the cell of the Rest node, which gets its cell first. 0: there
// is none, either.
std::uint32_t TreeCursor::new_values(NodeNumber node, std::uint32_t block) {
  std::uint32_t rest = values_of(kRestNode, block);
  if (rest == 0) rest = append_values(kRestNode, block);
  const std::uint32_t cell = node == kRestNode ? rest : append_values(node, block);
  return cell != 0 ? cell : rest;
}

std::uint32_t TreeCursor::append_values(NodeNumber node, std::uint32_t block) {
  const std::uint32_t cell = new_cell();
  if (cell == 0) return 0;
  counter_values(cell).block = block;
  std::uint32_t* place = &cells_[node].counters;
  while (*place != 0) place = &counter_values(*place).next;
  return *place = cell;
}

}  // namespace tarry::trace::summary
