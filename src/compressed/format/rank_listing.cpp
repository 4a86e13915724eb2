// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/rank_listing.h"

#include <algorithm>
#include <vector>

#include "compressed/format/element_writer.h"
#include "compressed/format/format.h"
#include "compressed/format/scanner.h"
#include "compressed/format/site_text.h"

namespace tarry::compressed {
namespace {

constexpr std::size_t kDeepestIndent = 40;

std::int64_t largest_of(const std::vector<Term>& terms) {
  std::int64_t largest = 1;
  for (const Term& term : terms)
    largest = std::max({largest, largest_of(term.body), term.run.first,
                        term.run.count == 0 ? 1 : term.run.at(term.run.count - 1)});
  return largest;
}

std::int64_t largest_of(const Values& values) {
  if (const auto* sequence = std::get_if<Sequence>(&values)) return largest_of(sequence->terms());
  const auto& counts = std::get<ValueHistogram>(values).counts;
  return counts.empty() ? 1 : counts.rbegin()->first;
}

bool is_constant(const Values& values) {
  const auto* sequence = std::get_if<Sequence>(&values);
  std::int64_t value = 0;
  return sequence != nullptr && sequence->is_constant(value);
}

// An event that the rank takes part in.
struct Position {
  const Event* event;
  std::vector<const Level*> levels;  // levels that exist for the rank
};

class Listing {
 public:
  Listing(const Trace& trace, std::uint32_t rank) : trace_(trace), rank_(rank) {
    for (const Event& event : trace.events) {
      if (!event.ranks.contains(rank)) continue;
      Position position{&event, {}};
      for (const Level& level : event.levels)
        if (level.length.of(rank) != nullptr && level.trips.of(rank) != nullptr)
          position.levels.push_back(&level);
      positions_.push_back(std::move(position));
    }
  }

  // A flat list may hold loops whose lengths change. Each is shown with its longest body, limited
  // by the loop around it.
  std::string run() {
    std::size_t level = 0;
    for (std::size_t at = 0;;) {
      while (!ends_.empty() && ends_.back() == at) {
        ends_.pop_back();
        line("}");
      }
      if (at == positions_.size()) return std::move(text_);
      if (level < positions_[at].levels.size()) {
        open(at, *positions_[at].levels[level++]);
        continue;
      }
      call(*positions_[at].event);
      ++at;
      level = 0;
    }
  }

 private:
  void line(const std::string& content) {
    text_ += std::string(2 * std::min(ends_.size(), kDeepestIndent), ' ') + content + '\n';
  }

  void open(std::size_t at, const Level& level) {
    const Values& length = *level.length.of(rank_);
    const std::size_t room = (ends_.empty() ? positions_.size() : ends_.back()) - at;
    const auto longest = static_cast<std::uint64_t>(std::max<std::int64_t>(1, largest_of(length)));
    line("loop " + rank_values_text(*level.trips.of(rank_)) + " times {" +
         (is_constant(length) ? "" : "  # lengths " + rank_values_text(length)));
    ends_.push_back(at + static_cast<std::size_t>(std::min<std::uint64_t>(room, longest)));
  }

  void call(const Event& event) {
    const Site& site = trace_.sites[event.site.index()];
    std::string content = string_text(site.function);
    for (std::size_t i = 0; i < kParameters; ++i) {
      const auto parameter = static_cast<Parameter>(i);
      const Values* const values = event.parameters[i].of(rank_);
      if (values == nullptr) continue;
      const std::string value = rank_values_text(*values, parameter);
      const bool says_nothing =
          (parameter == Parameter::Actions && (value == "0" || value == "1")) ||
          (may_be_unknown(parameter) && value == "?");
      if (!says_nothing) content += " " + std::string(parameter_name(parameter)) + "=" + value;
    }
    line(content + "  #" + site_text(trace_, site) + times(event) + statistics(event));
  }

  static std::string mean(const TimeHistogram& values) {
    return values.count() == 0 ? "?" : std::to_string(values.sum() / values.count());
  }

  [[nodiscard]] std::string times(const Event& event) const {
    TimeHistogram before, duration;
    for (const EventTimes& times : event.times) {
      if (!times.ranks.contains(rank_)) continue;
      before.add(times.before);
      duration.add(times.duration);
    }
    return " " + mean(before) + " ns before, " + mean(duration) + " ns in it";
  }

  // Returns the statistics that were measured for these calls.
  [[nodiscard]] std::string statistics(const Event& event) const {
    std::vector<TimeHistogram> values(trace_.statistics.size());
    for (const EventStatistic& each : event.statistics)
      if (each.ranks.contains(rank_)) values[each.statistic].add(each.values);
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i].count() != 0)
        text += ", " + string_text(trace_.statistics[i].name) + " " + mean(values[i]) + " " +
                string_text(trace_.statistics[i].unit);
    return text;
  }

  const Trace& trace_;
  std::uint32_t rank_;
  std::vector<Position> positions_;
  std::vector<std::size_t> ends_;  // ends of the open loops
  std::string text_;
};

}  // namespace

std::string rank_listing(const Trace& trace, std::uint32_t rank) {
  return Listing(trace, rank).run();
}

}  // namespace tarry::compressed
