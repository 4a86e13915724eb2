// SPDX-License-Identifier: BSD-3-Clause
#include "event_library/naive_scan.h"

#include <algorithm>
#include <random>
#include <sstream>

namespace tarry::testing {

using events::Event;
using events::Kind;
using events::kNone;
using events::Position;

namespace {

std::string text(const Position& position) {
  return position.valid()
             ? std::to_string(position.location) + ":" + std::to_string(position.number)
             : "nowhere";
}
std::string text(std::uint32_t number) { return std::to_string(number); }
std::string text(const std::pair<std::uint32_t, std::uint32_t>& pair) {
  return std::to_string(pair.first) + "/" + std::to_string(pair.second);
}
template <class Item>
std::string text(const std::vector<Item>& items) {
  std::string all = "[";
  for (const Item& item : items) all += " " + text(item);
  return all + " ]";
}

}  // namespace

NaiveScan::NaiveScan(const events::Trace& trace) : trace_(trace) {
  trace.for_each({}, [&](const Event& event) { all_.push_back(event); });
  std::sort(all_.begin(), all_.end(), [](const Event& a, const Event& b) {
    return std::tie(a.time, a.location, a.number) < std::tie(b.time, b.location, b.number);
  });
  for (std::size_t i = 0; i < all_.size(); ++i) places_[all_[i].position()] = i;
  pair_messages();
  pair_collectives();
  pair_locks();
  pair_teams();
}

std::uint32_t NaiveScan::rank_of(const Event& event) const {
  return trace_.locations()[event.location].rank;
}

void NaiveScan::apply(const Event& event) {
  Here& here = here_[event.location];
  std::vector<Event>& open = here.open[here.task];
  const Task task = event.id == 0 ? Task{} : Task{event.comm, event.tag, event.id};
  switch (event.kind) {
    case Kind::Enter:
    case Kind::ProgramBegin:
      open.push_back(event);
      break;
    case Kind::Leave:
    case Kind::ProgramEnd: {
      const auto found = std::find_if(open.rbegin(), open.rend(), [&](const Event& each) {
        return each.region == event.region;
      });
      if (found != open.rend()) open.erase(found.base() - 1, open.end());
      break;
    }
    case Kind::TaskSwitched:
      here.task = task;
      break;
    case Kind::TaskCompleted:
      if (task == Task{}) break;
      here.open.erase(task);
      if (here.task == task) here.task = {};
      break;
    case Kind::Send:
    case Kind::Isend:
      if (counted_sends_.contains(event.position()) &&
          !(partner_.contains(event.position()) && received_.contains(partner_[event.position()])))
        in_flight_.insert(event.position());
      break;
    case Kind::Receive:
    case Kind::Irecv:
      received_.insert(event.position());
      if (const auto found = partner_.find(event.position()); found != partner_.end())
        in_flight_.erase(found->second);
      break;
    case Kind::RequestCancelled:
      std::erase_if(in_flight_, [&](const Position& send) {
        const auto found = dropped_.find(send);
        return found != dropped_.end() && found->second == event.position();
      });
      break;
    case Kind::LockAcquired:
      held_.insert(event.position());
      break;
    case Kind::LockReleased:
      if (const auto found = acquired_.find(event.position()); found != acquired_.end())
        held_.erase(found->second);
      break;
    case Kind::Fork:
      if (const auto found = forked_.find(event.position()); found != forked_.end())
        fork_paths_[found->second] = call_path(event.location);
      break;
    case Kind::TeamBegin:
      here.teams.push_back(team_of_begin_[event.position()]);
      here.team_begins.push_back(event.number);
      break;
    case Kind::TeamEnd:
      for (std::size_t i = here.teams.size(); i-- > 0;)
        if (here.teams[i].first == event.comm) {
          here.teams.erase(here.teams.begin() + static_cast<std::ptrdiff_t>(i));
          here.team_begins.erase(here.team_begins.begin() + static_cast<std::ptrdiff_t>(i));
          break;
        }
      break;
    default:
      break;
  }
}

std::vector<Event> NaiveScan::stack(std::uint32_t location) const {
  const Here& here = here_.at(location);
  std::vector<Event> all;
  for (const auto& [task, open] : here.open)
    if (task == Task{} || task == here.task) all.insert(all.end(), open.begin(), open.end());
  std::sort(all.begin(), all.end(),
            [](const Event& a, const Event& b) { return a.number < b.number; });
  return all;
}

Position NaiveScan::top(std::uint32_t location) const {
  const auto here = here_.find(location);
  if (here == here_.end()) return {};
  for (const Task& task : {here->second.task, Task{}})
    if (const auto open = here->second.open.find(task);
        open != here->second.open.end() && !open->second.empty())
      return open->second.back().position();
  return {};
}

std::vector<std::uint32_t> NaiveScan::call_path(std::uint32_t location) const {
  const Here& here = here_.at(location);
  std::vector<std::uint32_t> path;
  std::uint64_t first = 0;
  if (!here.teams.empty()) {
    const Team& team = here.teams.back();
    const auto fork = fork_of_.find(team);
    if (fork != fork_of_.end() && fork->second.location != location) {
      if (const auto around = fork_paths_.find(team); around != fork_paths_.end())
        path = around->second;
      first = here.team_begins.back();
    }
  }
  for (const Event& open : stack(location))
    if (open.number >= first) path.push_back(open.region);
  return path;
}

template <class Value>
void NaiveScan::expect(const char* what, const Event& event, const Value& expected,
                       const Value& found) {
  if (expected == found || differences_.size() >= 20) return;
  std::ostringstream line;
  line << what << " at " << text(event.position()) << " (" << events::name(event.kind)
       << "): expected " << text(expected) << ", found " << text(found);
  differences_.push_back(line.str());
}

void NaiveScan::compare(std::size_t place, Position around) {
  const Event& event = all_[place];
  const Position here = event.position();
  const Event read = trace_.event(here);
  if (std::tie(read.time, read.kind, read.region, read.bytes, read.id, read.peer) !=
      std::tie(event.time, event.kind, event.region, event.bytes, event.id, event.peer))
    differences_.push_back("another event at " + text(here));

  std::vector<Position> expected, found;
  for (const Event& open : stack(event.location)) expected.push_back(open.position());
  for (const auto& open : trace_.region_stack(here)) found.push_back(open.enter);
  expect("region stack", event, expected, found);

  expected.assign(in_flight_.begin(), in_flight_.end());
  found.clear();
  for (const auto number : trace_.messages_in_flight(here))
    found.push_back(trace_.message(number).send);
  expect("messages in flight", event, expected, found);

  std::set<Position> ends, found_ends;
  for (const Operation& operation : operations_)
    if (operation.begin <= place && place < operation.end)
      ends.insert(operation.ends.begin(), operation.ends.end());
  for (const auto number : trace_.open_collectives(here))
    for (const auto& member : trace_.collective(number).members) found_ends.insert(member.end);
  expect("open collectives", event, std::vector(ends.begin(), ends.end()),
         std::vector(found_ends.begin(), found_ends.end()));

  expected.assign(held_.begin(), held_.end());
  found.clear();
  for (const auto number : trace_.held_locks(here))
    found.push_back(trace_.lock_tenure(number).acquire);
  std::sort(found.begin(), found.end());
  expect("held locks", event, expected, found);

  std::vector<Team> teams;
  for (const auto number : trace_.teams_of(here)) {
    const auto region = trace_.parallel_region(number);
    teams.push_back({region.team, region.instance});
  }
  expect("teams", event, here_[event.location].teams, teams);

  expect("enclosing enter", event, around, trace_.enclosing_enter(here));
  const auto partner = partner_.find(here);
  expect("partner", event, partner == partner_.end() ? Position() : partner->second,
         trace_.partner(here));
  Position owner;
  if (const auto own = owner_before_.find(here); own != owner_before_.end()) owner = own->second;
  if (const auto own = acquired_.find(here); own != acquired_.end()) owner = own->second;
  expect("previous owner", event, owner, trace_.previous_owner(here));
  expect("call path", event, call_path(event.location), trace_.call_path(here));

  const auto operation = operation_of_.find(here);
  const std::uint64_t number = trace_.collective_of(here);
  found_ends.clear();
  if (number != events::kNowhere)
    for (const auto& member : trace_.collective(number).members) found_ends.insert(member.end);
  ends.clear();
  if (operation != operation_of_.end()) ends = operations_[operation->second].ends;
  expect("collective", event, std::vector(ends.begin(), ends.end()),
         std::vector(found_ends.begin(), found_ends.end()));
}

std::vector<std::string> NaiveScan::differences(const std::set<std::size_t>& places) {
  for (std::size_t place = 0; place < all_.size(); ++place) {
    const Position around = top(all_[place].location);
    apply(all_[place]);
    if (places.contains(place)) compare(place, around);
  }
  return std::move(differences_);
}

std::vector<std::string> differences_at_random_positions(const events::Trace& trace) {
  constexpr std::size_t kPositions = 1000;
  NaiveScan naive(trace);
  if (trace.event_count() != naive.size())
    return {std::to_string(naive.size()) + " events instead of " +
            std::to_string(trace.event_count())};
  std::set<std::size_t> places;
  std::mt19937 random(1);
  if (naive.size() <= kPositions)
    for (std::size_t i = 0; i < naive.size(); ++i) places.insert(i);
  else
    while (places.size() < kPositions) places.insert(random() % naive.size());
  return naive.differences(places);
}

}  // namespace tarry::testing
