// SPDX-License-Identifier: BSD-3-Clause
// The functions of events::Trace, but for those of compound events.
#include <algorithm>

#include "event_library/opened_trace.h"

namespace tarry::events {

using event_library::OpenFrame;

namespace {

// Returns the moment of an event, which the trace must have.
event_library::Moment moment_at(Trace::Opened& trace, Position position) {
  return event_library::moment_of(trace.event(position));
}

// A member's part in a team, at a moment in it.
struct Membership {
  std::uint64_t team;
  const event_library::TeamPart* part;
};

// Returns the teams that a location is in, the outermost first.
std::vector<Membership> memberships(Trace::Opened& trace, const event_library::Moment& moment) {
  event_library::TraceIndex& index = trace.index();
  std::vector<Membership> found;
  for (const std::uint64_t number : index.teams_at(moment)) {
    const event_library::StoredTeam& team = index.teams()[number];
    for (const auto& part : index.team_parts().subspan(team.first, team.members))
      if (part.begin.location == moment.location && part.begin <= moment && moment < part.end)
        found.push_back({number, &part});
  }
  std::sort(found.begin(), found.end(),
            [](const Membership& a, const Membership& b) { return a.part->begin < b.part->begin; });
  return found;
}

}  // namespace

Trace::Trace(std::unique_ptr<Opened> opened) : opened_(std::move(opened)) {}
Trace::Trace(Trace&&) noexcept = default;
Trace& Trace::operator=(Trace&&) noexcept = default;
Trace::~Trace() = default;

Trace Trace::open(const std::string& path, const Options& options) {
  return Trace(
      std::make_unique<Opened>(value_of(event_library::open_source(path, options)), options));
}

const std::string& Trace::program() const { return opened_->model().program; }
const std::vector<Region>& Trace::regions() const { return opened_->shown.regions; }
const std::vector<Location>& Trace::locations() const { return opened_->shown.locations; }
const std::vector<Communicator>& Trace::communicators() const {
  return opened_->shown.communicators;
}
const std::vector<Window>& Trace::windows() const { return opened_->shown.windows; }
const std::vector<File>& Trace::files() const { return opened_->shown.files; }
const std::vector<Counter>& Trace::counters() const { return opened_->shown.counters; }
std::uint64_t Trace::ticks_per_second() const { return opened_->model().clock.ticks_per_second; }
std::int64_t Trace::length() const {
  return static_cast<std::int64_t>(opened_->model().clock.length);
}
double Trace::seconds(std::int64_t ticks) const {
  return opened_->model().clock.seconds(base::Ticks{ticks});
}
bool Trace::times_are_measured() const { return opened_->times_are_measured(); }
std::vector<std::string> Trace::warnings() const { return opened_->warnings(); }

void Trace::for_each_batch(const Filter& filter, void* self, TakeBatch take) const {
  opened_->for_each_batch(filter, self, take);
}

void Trace::for_each_batch_in_time(const Filter& filter, void* self, TakeBatch take) const {
  opened_->for_each_batch_in_time(filter, self, take);
}

std::uint64_t Trace::event_count(std::uint32_t location) const {
  return opened_->entry(location).events;
}
std::uint64_t Trace::event_count() const { return opened_->index().event_count(); }
Event Trace::event(Position position) const { return opened_->event(position); }

std::vector<Event> Trace::events(Position first, std::uint64_t count) const {
  const event_library::LocationEntry& location = opened_->entry(first.location);
  std::vector<Event> found;
  std::uint64_t next = std::min(first.number, location.events);
  const std::uint64_t end = next + std::min(count, location.events - next);
  while (next < end) {
    const auto window = opened_->window(first.location, Opened::bookmark_before(location, next));
    const std::uint64_t skipped = next - window->first;
    if (skipped >= window->events.size()) break;
    const std::uint64_t taken = std::min(end - next, window->events.size() - skipped);
    const auto begin = window->events.begin() + static_cast<std::ptrdiff_t>(skipped);
    found.insert(found.end(), begin, begin + static_cast<std::ptrdiff_t>(taken));
    next += taken;
  }
  return found;
}

Position Trace::at_time(std::uint32_t location, std::int64_t time) const {
  return opened_->at_time(location, time);
}

std::vector<OpenRegion> Trace::region_stack(Position position) const {
  std::vector<OpenRegion> shown;
  for (const OpenFrame& frame : opened_->regions(position, true).stack())
    shown.push_back({{position.location, frame.number}, frame.time, frame.region, frame.path});
  return shown;
}

std::vector<std::uint64_t> Trace::messages_in_flight(Position position) const {
  return opened_->matched().messages_at(moment_at(*opened_, position));
}
std::vector<std::uint64_t> Trace::open_collectives(Position position) const {
  return opened_->index().collectives_at(moment_at(*opened_, position));
}
std::vector<std::uint64_t> Trace::held_locks(Position position) const {
  return opened_->index().tenures_at(moment_at(*opened_, position));
}
std::vector<std::uint64_t> Trace::open_parallel_regions(Position position) const {
  return opened_->index().teams_at(moment_at(*opened_, position));
}
std::vector<std::uint64_t> Trace::teams_of(Position position) const {
  std::vector<std::uint64_t> teams;
  for (const Membership& member : memberships(*opened_, moment_at(*opened_, position)))
    teams.push_back(member.team);
  return teams;
}

Position Trace::enclosing_enter(Position position) const {
  const event_library::OpenRegions open = opened_->regions(position, false);
  const OpenFrame* const around = open.top();
  return around == nullptr ? Position() : Position{position.location, around->number};
}

Position Trace::partner(Position position) const {
  const std::uint64_t number = message_of(position);
  if (number == kNowhere) return {};
  const Message found = message(number);
  return found.send == position ? found.receive : found.send;
}

// The acquisition of a lock follows the release of the tenure before, a release its acquisition.
Position Trace::previous_owner(Position position) const {
  const Event event = opened_->event(position);
  event_library::TraceIndex& index = opened_->index();
  const std::span<const event_library::StoredTenure> tenures = index.tenures();
  event_library::Moment moment = event_library::moment_of(event);
  if (event.kind == Kind::LockReleased && event.number > 0) {
    --moment.number;
    for (const std::uint64_t number : index.tenures_at(moment))
      if (tenures[number].end.position() == position) return tenures[number].begin.position();
  }
  if (event.kind != Kind::LockAcquired) return {};
  const std::uint32_t rank = locations()[event.location].rank;
  const auto key = std::tie(rank, event.paradigm, event.lock, moment);
  const auto own = std::partition_point(
      tenures.begin(), tenures.end(), [&](const event_library::StoredTenure& tenure) {
        return std::tie(tenure.rank, tenure.paradigm, tenure.lock, tenure.begin) < key;
      });
  if (own == tenures.begin()) return {};
  const event_library::StoredTenure& before = *(own - 1);
  const bool is_same_lock = std::tie(before.rank, before.paradigm, before.lock) ==
                            std::tie(rank, event.paradigm, event.lock);
  return is_same_lock && before.end.valid() ? before.end.position() : Position();
}

std::vector<std::uint32_t> Trace::call_path(Position position) const {
  std::vector<std::uint32_t> path;
  std::uint64_t first = 0;  // number of the first enter that counts
  const event_library::Moment moment = moment_at(*opened_, position);
  const std::vector<Membership> teams = memberships(*opened_, moment);
  if (!teams.empty()) {
    const event_library::StoredTeam& team = opened_->index().teams()[teams.back().team];
    if (team.fork.valid() && team.fork.location != position.location) {
      // Damaged traces have members that begin before the fork.
      if (team.fork < moment) path = call_path(team.fork.position());
      first = teams.back().part->begin.number;
    }
  }
  for (const OpenRegion& open : region_stack(position))
    if (open.enter.number >= first) path.push_back(open.region);
  return path;
}

CallSite Trace::call_site(Position position) const {
  const bool is_enter = opened_->event(position).kind == Kind::Enter;
  const std::vector<OpenFrame> open = opened_->regions(position, is_enter).stack();
  for (auto frame = open.rbegin(); frame != open.rend(); ++frame) {
    const Region& region = regions()[frame->region];
    if (!region.call_site.empty()) return {region.call_site, region.file, region.begin_line};
  }
  return {};
}

const std::vector<CallPath>& Trace::call_paths() const {
  opened_->index();
  return opened_->call_paths;
}

}  // namespace tarry::events
