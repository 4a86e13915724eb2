// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/declared/visit_batches.h"

namespace tarry::analysis::declared {

base::Status VisitBatches::read(const std::vector<ProcessRecords>& processes,
                                const ReadVisits& read_visits) {
  for (std::size_t p = 0; p < processes.size(); ++p) {
    process_ = &processes[p];
    for (std::uint32_t l = 0; l < process_->locations.size(); ++l) {
      location_ = static_cast<Sibling>(l);
      readings_.reset();
      if (!counters_.empty()) readings_.emplace(definitions_, counters_, std::vector<Ticks>());
      TRY(read_visits(p, l, *this));
    }
  }
  hand_over();
  return base::kOk;
}

void VisitBatches::entered(std::uint32_t slot, Ticks time) {
  if (!readings_) return;
  if (slot >= at_enter_.size()) at_enter_.resize(slot + 1);
  at_enter_[slot] = readings_->now(time);
}

void VisitBatches::left(std::uint32_t slot, const VisitRecord& visit) {
  if (visit.damaged) return;
  VisitFact& fact = batch_.emplace_back();
  fact.number = visit.number;
  fact.around = visit.around;
  fact.times = visit.times;
  fact.callpath = visit.callpath;
  CallFact& call = fact.call;
  call.enter = visit.enter;
  call.leave = visit.leave;
  call.own = visit.own;
  call.rank = process_->rank;
  call.region = visit.region;
  call.instance = visit.instance;
  call.path = paths_.number_of(visit.callpath);
  call.location = location_;
  call.region_class = regions_.kinds[visit.region.index()].region_class;
  call.call = regions_.kinds[visit.region.index()].call;
  if (readings_) call.counters = growth(at_enter_[slot], readings_->now(visit.leave));
  if (batch_.size() >= kMost) hand_over();
}

void VisitBatches::hand_over() {
  if (!batch_.empty()) take_(batch_);
  batch_.clear();
}

}  // namespace tarry::analysis::declared
