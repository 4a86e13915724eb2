// SPDX-License-Identifier: BSD-3-Clause
// A builder for tests: it makes a phase from the seconds that each rank spends on each call path.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "diagnosis/evidence/phase_view.h"

namespace tarry::diagnosis {

class ViewBuilder {
 public:
  // Takes paths such as "main" or "main/loop/MPI_Send"; a frame called `loop` is a loop. The time
  // counts for its callers as well.
  ViewBuilder& add(const std::string& path, std::vector<double> seconds, double calls = 1) {
    rows_.push_back({frame_of(path), std::move(seconds), calls});
    return *this;
  }

  // The builder must outlive the view, and add() must not be called after view(). `closing`: the
  // path that ends the phase; empty: none.
  PhaseView view(const std::string& closing, double duration, double run) {
    children_ = paths_.children();
    initial_ = initial_labels(paths_, LabelTable::standard());
    if (derived.empty()) derived = initial_.labels;
    derived.resize(paths_.size());
    PhaseView made;
    made.paths = &paths_;
    made.children = &children_;
    made.initial = &initial_;
    made.derived = &derived;
    made.duration = duration;
    made.run = run;
    made.period = 0.004;
    made.threads = static_cast<std::uint32_t>(rows_.front().seconds.size());
    std::unordered_map<FrameId, std::vector<double>> totals;
    for (const Row& row : rows_) {
      FrameSpent& spent = made.spent[row.frame];
      spent.self = spent_of(row.seconds);
      spent.calls = row.calls;
      for (FrameId at = row.frame; at.valid(); at = paths_.parent(at)) {
        std::vector<double>& total = totals[at];
        total.resize(row.seconds.size());
        for (std::size_t rank = 0; rank < total.size(); ++rank) total[rank] += row.seconds[rank];
      }
    }
    for (const auto& [frame, total] : totals) {
      made.spent[frame].total = spent_of(total);
      made.spent[frame].threads = static_cast<std::uint32_t>(
          std::count_if(total.begin(), total.end(), [](double seconds) { return seconds > 0; }));
    }
    if (closing.empty()) return made;
    made.closing_call = frame_of(closing);
    made.closing_paths = {made.closing_call};
    made.closing = made.spent[made.closing_call].total;
    return made;
  }

  FrameId frame_of(const std::string& path) {
    FrameId at = samples::CallingContextTree::kRoot;
    for (std::size_t begin = 0; begin <= path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      samples::Site site;
      site.name = path.substr(begin, end - begin);
      if (site.name == "loop") {
        site.kind = samples::FrameKind::Loop;
        site.name.clear();
      }
      at = paths_.child(at, paths_.intern(site));
      begin = end + 1;
    }
    return at;
  }

  std::vector<Label> derived;  // by frame; empty: the initial ones

 private:
  struct Row {
    FrameId frame;
    std::vector<double> seconds;
    double calls;
  };

  static Spent spent_of(const std::vector<double>& seconds) {
    const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    const double least = *std::min_element(seconds.begin(), seconds.end());
    const double most = *std::max_element(seconds.begin(), seconds.end());
    const double average = sum / static_cast<double>(seconds.size());
    return {average, least, most, least, average - least, most - average};
  }

  samples::CallingContextTree paths_;
  std::vector<std::vector<FrameId>> children_;
  InitialLabels initial_;
  std::vector<Row> rows_;
};

}  // namespace tarry::diagnosis
