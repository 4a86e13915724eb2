// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/patterns/evaluate_tasks.h"

#include <algorithm>
#include <tuple>

#include "analysis/patterns/account.h"
#include "analysis/patterns/threads.h"

namespace tarry::analysis {
namespace {

class TaskEvaluation {
 public:
  explicit TaskEvaluation(ProcessRecords& process) : process_(process) {
    for (std::size_t l = 0; l < process.locations.size(); ++l)
      for (std::uint32_t e = 0; e < process.locations[l].task_ends.size(); ++e)
        ends_.push_back({static_cast<Sibling>(l), e});
    std::sort(ends_.begin(), ends_.end(),
              [this](const RecordRef& a, const RecordRef& b) { return key(a) < key(b); });
  }

  void evaluate(std::uint32_t l, Cells& cells) {
    LocationRecords& records = process_.locations[l];
    std::vector<WaitState> found;
    Account account(records, cells);
    for (const TaskwaitRecord& wait : records.taskwaits) {
      const RecordRef* last = nullptr;
      for (std::uint32_t t = wait.first_task; t < wait.end_task; ++t) {
        AwaitedTask& task = records.awaited[t];
        task.end = end_of(task, l);
        if (task.end.index != kNoIndex && (last == nullptr || time(*last) < time(task.end)))
          last = &task.end;
      }
      if (last != nullptr) charge(records, account, wait, *last, found);
    }
    records.waits.insert(records.waits.end(), found.begin(), found.end());
  }

 private:
  [[nodiscard]] const TaskEnd& end(const RecordRef& at) const {
    return process_.locations[at.location].task_ends[at.index];
  }
  [[nodiscard]] Ticks time(const RecordRef& at) const { return end(at).time; }
  [[nodiscard]] std::tuple<model::TaskId, Ticks, Sibling, std::uint32_t> key(
      const RecordRef& at) const {
    return {end(at).task, end(at).time, at.location, at.index};
  }

  // Returns the first end at another location after the task was created. A writer may use its
  // number again.
  [[nodiscard]] RecordRef end_of(const AwaitedTask& task, std::uint32_t location) const {
    auto it = std::lower_bound(ends_.begin(), ends_.end(), std::tuple(task.task, task.created),
                               [this](const RecordRef& at, const auto& wanted) {
                                 return std::tuple(end(at).task, end(at).time) < wanted;
                               });
    const bool is_it = it != ends_.end() && end(*it).task == task.task && it->location != location;
    return is_it ? *it : RecordRef{0, kNoIndex};
  }

  void charge(LocationRecords& records, Account& account, const TaskwaitRecord& wait,
              const RecordRef& last, std::vector<WaitState>& found) {
    static const model::MetricId kTaskwait = model::metric::omp_taskwait_wait;
    const Instance at = records.instances[wait.instance];
    const Ticks until = std::min(time(last), at.leave);
    Ticks in_tasks;
    const TimeAway* before = nullptr;  // the last one that ended in time
    for (std::uint32_t i = wait.first_away; i < wait.end_away; ++i) {
      const TimeAway& away = records.away[i];
      in_tasks += base::positive_part(std::min(away.end, until) - away.begin);
      if (away.end <= until) before = &away;
    }
    if (at.damaged) return;
    const Ticks charged = account.charge(wait.instance, kTaskwait,
                                         task_wait(time(last), at.enter, at.leave, in_tasks));
    if (charged.count == 0) return;
    std::uint32_t point = wait.instance;
    if (before != nullptr) {
      point = static_cast<std::uint32_t>(records.instances.size());
      Instance made = at;
      made.enter = made.leave = before->end;
      made.cut = before->cut;
      records.instances.push_back(made);
    }
    found.push_back({charged, point, at.callpath, last, WaitKind::OmpTaskwait, kTaskwait, {}});
  }

  ProcessRecords& process_;
  std::vector<RecordRef> ends_;  // by task, then time
};

}  // namespace

void evaluate_tasks(ProcessRecords& process, std::vector<Cells>& cells) {
  const auto waits = [](const LocationRecords& records) { return !records.taskwaits.empty(); };
  if (std::none_of(process.locations.begin(), process.locations.end(), waits)) return;
  TaskEvaluation evaluation(process);
  for (std::uint32_t l = 0; l < process.locations.size(); ++l)
    if (waits(process.locations[l])) evaluation.evaluate(l, cells[l]);
}

}  // namespace tarry::analysis
