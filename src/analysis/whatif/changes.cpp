// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/whatif/changes.h"

#include <algorithm>
#include <cmath>

#include "analysis/replay/location_records.h"

namespace tarry::analysis {
namespace {

class ChangeWriter {
 public:
  explicit ChangeWriter(const std::vector<std::unique_ptr<Change>>& scenarios)
      : scenarios_(scenarios), removed_(scenarios.size()), changes_(scenarios.size()) {}

  void activity(CallPathId callpath, Ticks time, std::uint32_t section, std::uint32_t stretch) {
    if (!concerns_any(callpath)) return;
    if (callpath == operation_) return;  // its steps say better how long it took, without waits
    for (std::size_t s = 0; s < scenarios_.size(); ++s)
      if (scenarios_[s] != nullptr)
        if (const double part = scenarios_[s]->removed(callpath, section, stretch); part != 0.0) {
          removed_[s] += part * static_cast<double>(time.count);
          has_removed_ = true;
        }
  }

  void step(std::uint32_t index, const Step& step, std::uint32_t sections, std::uint32_t stretch,
            bool is_last) {
    if (step.callpath.valid()) {
      operation_ = step.callpath;
      if (concerns_any(step.callpath)) shorten_operation(index, step, sections, stretch);
      return;
    }
    gaps_.push_back({index, step.advance.count});
    const bool ends_stretch = step.with_everybody || is_last;
    if (step.sections == 0 && !ends_stretch) return;
    operation_ = {};
    if (has_removed_ || ends_stretch) settle(stretch, ends_stretch);
    gaps_.clear();
  }

  Bytes finish() { return std::move(out_); }

 private:
  struct Gap {
    std::uint32_t step;
    std::int64_t advance;
  };

  bool concerns_any(CallPathId callpath) {
    enum : std::uint8_t { kUnknown, kNo, kYes };
    if (callpath.index() >= concerned_.size()) concerned_.resize(callpath.index() + 1, kUnknown);
    std::uint8_t& known = concerned_[callpath.index()];
    if (known == kUnknown)
      known = std::any_of(scenarios_.begin(), scenarios_.end(),
                          [&](const auto& scenario) {
                            return scenario != nullptr && scenario->concerns(callpath);
                          })
                  ? kYes
                  : kNo;
    return known == kYes;
  }

  static std::int64_t rounded(double ticks) { return std::llround(ticks); }

  void shorten_operation(std::uint32_t index, const Step& step, std::uint32_t sections,
                         std::uint32_t stretch) {
    bool is_changed = false;
    for (std::size_t s = 0; s < scenarios_.size(); ++s) {
      changes_[s] = 0;
      if (scenarios_[s] == nullptr) continue;
      if (const double part = scenarios_[s]->removed(step.callpath, sections, stretch);
          part != 0.0) {
        changes_[s] = rounded(part * static_cast<double>(step.advance.count));
        is_changed = true;
      }
    }
    if (is_changed) write(index);
  }

  // Divides what is removed among the steps since the last time, the latest first.
  void settle(std::uint32_t stretch, bool ends_stretch) {
    by_gap_.assign(gaps_.size() * scenarios_.size(), 0);
    for (std::size_t s = 0; s < scenarios_.size(); ++s) {
      if (scenarios_[s] == nullptr) continue;
      std::int64_t left = rounded(removed_[s]);
      removed_[s] = 0;
      for (std::size_t g = gaps_.size(); g-- > 0 && left > 0;) {
        const std::int64_t here = std::min(left, gaps_[g].advance);
        by_gap_[g * scenarios_.size() + s] = here;
        left -= here;
      }
      std::int64_t& last = by_gap_[(gaps_.size() - 1) * scenarios_.size() + s];
      if (left < 0) last += left;
      if (ends_stretch) last -= scenarios_[s]->added(stretch).count;
    }
    for (std::size_t g = 0; g < gaps_.size(); ++g) {
      const auto first = by_gap_.begin() + static_cast<std::ptrdiff_t>(g * scenarios_.size());
      changes_.assign(first, first + static_cast<std::ptrdiff_t>(scenarios_.size()));
      write(gaps_[g].step);
    }
    has_removed_ = false;
  }

  void write(std::uint32_t index) {
    if (std::all_of(changes_.begin(), changes_.end(), [](std::int64_t c) { return c == 0; }))
      return;
    append_number(out_, index - last_);
    last_ = index;
    for (const std::int64_t change : changes_) append_ticks(out_, Ticks{change});
  }

  const std::vector<std::unique_ptr<Change>>& scenarios_;
  CallPathId operation_;                 // of the current section
  std::vector<std::uint8_t> concerned_;  // by call path
  bool has_removed_ = false;
  std::vector<double> removed_;        // by scenario, since the last settlement
  std::vector<Gap> gaps_;              // likewise
  std::vector<std::int64_t> by_gap_;   // gap x scenario
  std::vector<std::int64_t> changes_;  // of one step, by scenario
  std::uint32_t last_ = 0;
  Bytes out_;
};

}  // namespace

Bytes changes_of(const StepLog& log, std::span<const std::byte> activities,
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

void ChangeReader::take(std::span<std::int64_t> advances) {
  for (std::size_t s = 0; s < scenarios_; ++s) advances[s] -= read_ticks(changes_, at_).count;
  read_index();
}

}  // namespace tarry::analysis
