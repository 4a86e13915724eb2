// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/changes.h"

#include <algorithm>
#include <cmath>

#include "analysis/records/location_records.h"

namespace tarry::analysis {
namespace {

class ChangeWriter {
 public:
  explicit ChangeWriter(const std::vector<std::unique_ptr<Change>>& scenarios)
      : scenarios_(scenarios), removed_(scenarios.size()), is_open_(scenarios.size()) {}

  void activity(CallPathId callpath, Ticks time, std::uint32_t section, std::uint32_t stretch) {
    if (callpath == operation_) return;  // its steps tell its time better, without waits
    for (const std::uint32_t s : concerned_by(callpath))
      if (const double part = scenarios_[s]->removed(callpath, section, stretch); part != 0.0) {
        removed_[s] += part * static_cast<double>(time.count);
        open(s);
      }
  }

  void step(std::uint32_t index, const LoneStep& step, std::uint32_t sections,
            std::uint32_t stretch, bool is_last) {
    if (step.callpath.valid()) {
      operation_ = step.callpath;
      shorten_operation(index, step, sections, stretch);
      return;
    }
    gaps_.push_back({index, step.advance.count});
    const bool ends_stretch = step.with_everybody || is_last;
    if (step.sections == 0 && !ends_stretch) return;
    operation_ = {};
    if (ends_stretch) add_at_the_end(stretch);
    if (!open_.empty()) settle();
    gaps_.clear();
  }

  workers::Bytes finish() { return std::move(out_); }

 private:
  struct Gap {
    std::uint32_t step;
    std::int64_t advance;
  };
  struct Less {
    std::uint32_t gap, scenario;
    std::int64_t less;
  };

  // Returns the scenarios that change a call path.
  const std::vector<std::uint32_t>& concerned_by(CallPathId callpath) {
    if (callpath.index() >= concerned_.size()) {
      concerned_.resize(callpath.index() + 1);
      is_known_.resize(callpath.index() + 1);
    }
    std::vector<std::uint32_t>& by = concerned_[callpath.index()];
    if (is_known_[callpath.index()]) return by;
    is_known_[callpath.index()] = true;
    for (std::uint32_t s = 0; s < scenarios_.size(); ++s)
      if (scenarios_[s] != nullptr && scenarios_[s]->concerns(callpath)) by.push_back(s);
    return by;
  }

  void open(std::uint32_t scenario) {
    if (is_open_[scenario]) return;
    is_open_[scenario] = true;
    open_.push_back(scenario);
  }

  void add_at_the_end(std::uint32_t stretch) {
    for (std::uint32_t s = 0; s < scenarios_.size(); ++s)
      if (scenarios_[s] != nullptr && scenarios_[s]->added(stretch).count != 0) {
        added_.push_back({static_cast<std::uint32_t>(gaps_.size() - 1), s,
                          -scenarios_[s]->added(stretch).count});
        open(s);
      }
  }

  void shorten_operation(std::uint32_t index, const LoneStep& step, std::uint32_t sections,
                         std::uint32_t stretch) {
    less_.clear();
    for (const std::uint32_t s : concerned_by(step.callpath)) {
      const double part = scenarios_[s]->removed(step.callpath, sections, stretch);
      const std::int64_t less = std::llround(part * static_cast<double>(step.advance.count));
      if (less != 0) less_.push_back({0, s, less});
    }
    write(index, less_);
  }

  // Divides the removed time among the steps since the last settlement, the latest first.
  void settle() {
    less_ = added_;
    for (const std::uint32_t s : open_) {
      std::int64_t left = std::llround(removed_[s]);
      removed_[s] = 0;
      is_open_[s] = false;
      const auto last = static_cast<std::uint32_t>(gaps_.size() - 1);
      if (left < 0) less_.push_back({last, s, left});
      for (std::uint32_t g = last + 1; g-- > 0 && left > 0;) {
        const std::int64_t here = std::min(left, gaps_[g].advance);
        if (here != 0) less_.push_back({g, s, here});
        left -= here;
      }
    }
    open_.clear();
    added_.clear();
    std::stable_sort(less_.begin(), less_.end(),
                     [](const Less& a, const Less& b) { return a.gap < b.gap; });
    for (std::size_t first = 0; first < less_.size();) {
      std::size_t end = first;
      while (end < less_.size() && less_[end].gap == less_[first].gap) ++end;
      write(gaps_[less_[first].gap].step, std::span(less_).subspan(first, end - first));
      first = end;
    }
  }

  void write(std::uint32_t index, std::span<const Less> changes) {
    if (changes.empty()) return;
    append_number(out_, index - last_);
    last_ = index;
    append_number(out_, changes.size());
    for (const Less& change : changes) {
      append_number(out_, change.scenario);
      append_ticks(out_, Ticks{change.less});
    }
  }

  const std::vector<std::unique_ptr<Change>>& scenarios_;
  CallPathId operation_;                               // call path of the current section
  std::vector<std::vector<std::uint32_t>> concerned_;  // scenarios by call path
  std::vector<bool> is_known_;                         // by call path: `concerned_` is filled in
  std::vector<double> removed_;                        // by scenario, since the last settlement
  std::vector<bool> is_open_;                          // by scenario: it has something to settle
  std::vector<std::uint32_t> open_;                    // scenarios that have something to settle
  std::vector<Less> added_;                            // additional work at the end of the stretch
  std::vector<Gap> gaps_;                              // since the last settlement
  std::vector<Less> less_;                             // changes that are being written
  std::uint32_t last_ = 0;
  workers::Bytes out_;
};

}  // namespace

workers::Bytes changes_of(const StepLog& log, std::span<const std::byte> activities,
                          const std::vector<std::unique_ptr<Change>>& scenarios) {
  if (std::all_of(scenarios.begin(), scenarios.end(),
                  [](const auto& scenario) { return scenario == nullptr; }))
    return {};
  ChangeWriter writer(scenarios);
  walk(log, activities, writer);
  return writer.finish();
}

void ChangeReader::read_index() {
  next_ = at_ < changes_.size() ? next_ + static_cast<std::uint32_t>(read_number(changes_, at_))
                                : kNoIndex;
}

}  // namespace tarry::analysis
