// SPDX-License-Identifier: BSD-3-Clause
// States and pointers of a trace, computed with all events in memory by going through them from the
// begin, and compared with what the event library says. Nothing is shared with the library but the
// events themselves.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tarry/trace.h"

namespace tarry::testing {

class NaiveScan {
 public:
  explicit NaiveScan(const events::Trace& trace);

  [[nodiscard]] std::size_t size() const { return all_.size(); }
  // Goes through all events and compares the state and the pointers at those whose place in the
  // order of all events is in `places`. Returns one sentence for each difference, at most 20.
  std::vector<std::string> differences(const std::set<std::size_t>& places);

 private:
  using Event = events::Event;
  using Position = events::Position;
  using Task = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;
  using Lock = std::tuple<std::uint32_t, int, std::uint32_t>;
  using Team = std::pair<std::uint32_t, std::uint32_t>;  // team, instance
  struct Operation {
    std::size_t begin = ~std::size_t{0}, end = 0;  // places in the order of all events
    std::set<Position> ends;
  };
  struct Tenure {
    Position acquire, release;
  };
  struct Here {  // the state of a location
    std::map<Task, std::vector<Event>> open;
    Task task{};
    std::vector<Team> teams;
    std::vector<std::uint64_t> team_begins;  // numbers
  };

  void pair_messages();
  void pair_collectives();
  void pair_locks();
  void pair_teams();
  [[nodiscard]] std::uint32_t rank_of(const Event& event) const;

  void apply(const Event& event);
  [[nodiscard]] std::vector<Event> stack(std::uint32_t location) const;
  [[nodiscard]] Position top(std::uint32_t location) const;
  [[nodiscard]] std::vector<std::uint32_t> call_path(std::uint32_t location) const;
  void compare(std::size_t place, Position around);
  template <class Value>
  void expect(const char* what, const Event& event, const Value& expected, const Value& found);

  const events::Trace& trace_;
  std::vector<Event> all_;
  std::map<Position, std::size_t> places_;
  std::map<Position, Position> partner_;          // of sends and of receives
  std::map<Position, Position> dropped_;          // sends that were cancelled, and where
  std::set<Position> counted_sends_;              // that are messages
  std::map<Position, std::size_t> operation_of_;  // by end
  std::vector<Operation> operations_;
  std::map<Position, Position> owner_before_;
  std::map<Position, Position> acquired_;  // by release
  std::map<Position, Team> team_of_begin_;
  std::map<Position, Team> forked_;  // by fork
  std::map<Team, Position> fork_of_;

  std::map<std::uint32_t, Here> here_;
  std::set<Position> in_flight_, received_;
  std::set<Position> held_;
  std::map<Team, std::vector<std::uint32_t>> fork_paths_;
  std::vector<std::string> differences_;
};

// Returns the differences at 1,000 random positions of the trace, or at all if there are fewer.
std::vector<std::string> differences_at_random_positions(const events::Trace& trace);

}  // namespace tarry::testing
