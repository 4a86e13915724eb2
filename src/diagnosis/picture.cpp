// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/picture.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "diagnosis/diagnosis.h"
#include "diagnosis/evidence/sample_span.h"

namespace tarry::diagnosis {
namespace {

using Key = std::pair<std::uint32_t, FrameId>;  // kind of phase and call path

// The visible part of a call path, with its mark.
struct Shown {
  FrameId frame;
  std::uint32_t mark = PictureCell::kNone;

  friend auto operator<=>(const Shown&, const Shown&) = default;
};

// Finds the visible part of the samples of one thread.
class Cutter {
 public:
  Cutter(const samples::CallingContextTree& paths, const InitialLabels& labels,
         const std::vector<Phase>& phases, const PicturePlan& plan, const LookedAt& thread)
      : paths_(paths), labels_(labels), plan_(plan) {
    for (std::uint32_t at = 0; at < plan.marks.size(); ++at)
      marks_[{plan.marks[at].phase_kind, plan.marks[at].frame}] = at;
    // Where this rank closes a phase by another call than the first rank, that call shows the loss.
    std::uint32_t kinds = 0;
    for (const Phase& phase : phases) {
      if (phase.kind < kinds) continue;  // kinds are numbered in the order of their first phases
      kinds = phase.kind + 1;
      const auto mark = marks_.find({phase.kind, phase.closing});
      const auto call = thread.own_paths.paths.find(phase.closing);
      if (mark == marks_.end() || call == thread.own_paths.paths.end()) continue;
      const std::uint32_t number = mark->second;
      for (const FrameId path : call->second) marks_.try_emplace({phase.kind, path}, number);
    }
  }

  Shown operator()(std::uint32_t kind, FrameId leaf) {
    const auto [known, is_new] = shown_.try_emplace(std::uint64_t{kind} << 32 | leaf.value);
    if (is_new) known->second = cut(kind, leaf);
    return known->second;
  }

 private:
  [[nodiscard]] Shown cut(std::uint32_t kind, FrameId leaf) const {
    Shown shown{leaf};
    for (FrameId at = leaf; at != samples::CallingContextTree::kRoot; at = paths_.parent(at)) {
      const auto mark = marks_.find({kind, at});
      if (mark != marks_.end() && (at == leaf || !plan_.marks[mark->second].is_own))
        return {at, mark->second};
      if (labels_.is_entry[at.index()]) shown.frame = at;
    }
    return shown;
  }

  const samples::CallingContextTree& paths_;
  const InitialLabels& labels_;
  const PicturePlan& plan_;
  std::map<Key, std::uint32_t> marks_;
  std::unordered_map<std::uint64_t, Shown> shown_;  // by kind of phase and leaf
};

// Fills a row from left to right.
class Columns {
 public:
  Columns(Time begin, Time end, std::uint32_t columns)
      : begin_(begin), length_(end - begin), columns_(columns) {}

  void add(Time from, Time to, const Shown& shown) {
    while (from < to && at_ < columns_) {
      if (from >= border(at_ + 1)) {
        finish_column();
        continue;
      }
      const Time part = std::min(to, border(at_ + 1)) - from;
      times_[shown] += part;
      from += part;
    }
  }

  PictureRow finish() {
    while (at_ < columns_) finish_column();
    return std::move(row_);
  }

 private:
  [[nodiscard]] Time border(std::uint32_t column) const {
    return begin_ + length_ * std::int64_t{column} / std::int64_t{columns_};
  }

  void finish_column() {
    const Time width = border(at_ + 1) - border(at_);
    Time sampled{0};
    auto longest = times_.end();  // the first of equal ones
    auto marked = times_.end();
    for (auto at = times_.begin(); at != times_.end(); ++at) {
      sampled += at->second;
      if (longest == times_.end() || at->second > longest->second) longest = at;
      if (at->first.mark == PictureCell::kNone) continue;
      if (marked == times_.end() || at->second > marked->second) marked = at;
    }
    PictureCell cell;
    row_.sampled += sampled;
    if (longest != times_.end()) {
      cell.frame = longest->first.frame;
      row_.hidden += sampled - longest->second;
    }
    if (marked != times_.end()) {
      cell.mark = marked->first.mark;
      cell.tenths = static_cast<std::uint32_t>(
          std::max<std::int64_t>(1, (10 * marked->second + width / 2) / width));
      if (marked != longest) row_.hidden -= marked->second;
    }
    times_.clear();
    ++at_;
    if (!row_.cells.empty() && row_.cells.back().is_like(cell))
      ++row_.cells.back().columns;
    else
      row_.cells.push_back(cell);
  }

  Time begin_;
  Time length_;
  std::uint32_t columns_;
  std::uint32_t at_ = 0;
  std::map<Shown, Time> times_;  // times in the current column
  PictureRow row_;
};

}  // namespace

void PicturePlan::append_to(Bytes& message) const {
  workers::append(message, columns);
  workers::append(message, all);
  append_list(message, numbers);
  append_list(message, marks);
}

PicturePlan PicturePlan::take(MessageReader& message) {
  PicturePlan made;
  made.columns = message.take<std::uint32_t>();
  made.all = message.take<std::uint32_t>();
  made.numbers = take_list<std::uint32_t>(message);
  made.marks = take_list<Mark>(message);
  return made;
}

std::vector<Mark> marks_of(const std::vector<Finding>& findings) {
  std::map<Key, Mark> marks;
  const auto add = [&](const Finding& finding, FrameId frame, bool is_symptom, bool is_own) {
    const auto [at, is_new] = marks.try_emplace(
        {finding.phase_kind, frame}, Mark{finding.phase_kind, frame, is_symptom, is_own});
    if (is_new) return;
    at->second.is_symptom = at->second.is_symptom || is_symptom;
    at->second.is_own = at->second.is_own && is_own;
  };
  for (const Finding& finding : findings) {
    add(finding, finding.symptom, true, false);
    for (const Cause& cause : finding.causes) add(finding, cause.frame, false, cause.is_own);
  }
  std::vector<Mark> made;
  for (const auto& [key, mark] : marks) made.push_back(mark);
  return made;
}

PicturePlan plan_picture(const std::vector<std::uint32_t>& numbers,
                         const std::vector<std::uint32_t>& first, std::uint64_t periods) {
  std::set<std::uint32_t> chosen;
  if (numbers.size() > kMostRows)
    for (const std::uint32_t number : first)
      if (chosen.size() < kMostRows / 2) chosen.insert(number);
  const std::size_t room = std::min(numbers.size(), kMostRows - chosen.size());
  for (std::size_t at = 0; at < room; ++at) chosen.insert(numbers[at * numbers.size() / room]);
  PicturePlan plan;
  plan.all = static_cast<std::uint32_t>(numbers.size());
  plan.numbers.assign(chosen.begin(), chosen.end());
  const std::uint64_t room_for = kMostCells / std::max<std::size_t>(1, chosen.size());
  plan.columns = static_cast<std::uint32_t>(
      std::clamp<std::uint64_t>(periods, 1, std::min<std::uint64_t>(kMostColumns, room_for)));
  return plan;
}

PictureRow picture_row(const samples::CallingContextTree& paths, const InitialLabels& labels,
                       const std::vector<Phase>& phases, const PicturePlan& plan,
                       const LookedAt& thread) {
  Cutter cutter(paths, labels, phases, plan, thread);
  Columns columns(phases.front().begin, phases.back().end, plan.columns);
  const samples::ThreadSamples& samples = *thread.samples;
  std::size_t phase = 0;
  Time from = samples.begin;
  for (std::size_t at = 0; at < samples.samples.size(); ++at) {
    const FrameId leaf = samples.samples[at].leaf;
    const Time end = end_of_sample(samples, at);
    while (phase + 1 < phases.size() && phases[phase].end < end) {
      columns.add(from, phases[phase].end, cutter(phases[phase].kind, leaf));
      from = std::max(from, phases[phase].end);
      ++phase;
    }
    columns.add(from, end, cutter(phases[phase].kind, leaf));
    from = end;
  }
  PictureRow row = columns.finish();
  row.number = thread.number;
  return row;
}

namespace {

// Returns the ranks that the picture must show: those that findings name, and one of each cluster.
std::vector<std::uint32_t> worth_a_row(const Diagnosis& diagnosis) {
  std::vector<std::uint32_t> made;
  for (const Cluster& cluster : diagnosis.clusters) made.push_back(cluster.members.front());
  if (diagnosis.ranks > 1)
    for (const Finding& finding : diagnosis.findings)
      made.insert(made.end(), finding.ranks.begin(), finding.ranks.end());
  return made;
}

struct Rows {
  std::vector<PictureRow> rows;

  void merge(Rows other) {
    std::move(other.rows.begin(), other.rows.end(), std::back_inserter(rows));
  }
  void append_to(Bytes& message) const {
    workers::append(message, std::uint64_t{rows.size()});
    for (const PictureRow& row : rows) {
      workers::append(message, row.number);
      workers::append(message, row.sampled);
      workers::append(message, row.hidden);
      append_list(message, row.cells);
    }
  }
  static Rows take(MessageReader& message) {
    Rows made;
    made.rows.resize(message.take<std::uint64_t>());
    for (PictureRow& row : made.rows) {
      row.number = message.take<std::uint32_t>();
      row.sampled = message.take<Time>();
      row.hidden = message.take<Time>();
      row.cells = take_list<PictureCell>(message);
    }
    return made;
  }
};

}  // namespace

Picture gather_picture(const Worker& worker, const Diagnosis& diagnosis,
                       workers::Transport& transport) {
  Picture made;
  if (transport.rank() == 0) {
    std::vector<std::uint32_t> numbers;
    for (const Cluster& cluster : diagnosis.clusters)
      numbers.insert(numbers.end(), cluster.members.begin(), cluster.members.end());
    std::sort(numbers.begin(), numbers.end());
    const Time run = diagnosis.phases.back().end - diagnosis.phases.front().begin;
    const Time period = std::max(Time{1}, diagnosis.period);
    made.plan = plan_picture(numbers, worth_a_row(diagnosis),
                             static_cast<std::uint64_t>((run + period - Time{1}) / period));
    made.plan.marks = marks_of(diagnosis.findings);
  }
  made.plan = broadcast(transport, std::move(made.plan));
  Rows rows;
  for (const LookedAt& thread : worker.looked_at())
    if (std::binary_search(made.plan.numbers.begin(), made.plan.numbers.end(), thread.number))
      rows.rows.push_back(
          picture_row(worker.paths(), worker.labels(), diagnosis.phases, made.plan, thread));
  rows = reduced(transport, std::move(rows));
  std::sort(rows.rows.begin(), rows.rows.end(),
            [](const PictureRow& a, const PictureRow& b) { return a.number < b.number; });
  made.rows = std::move(rows.rows);
  return made;
}

}  // namespace tarry::diagnosis
