// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/cursor.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compressed/model/draw.h"
#include "compressed/model/membership.h"

namespace tarry::compressed {
namespace {

// If a loop has more passes than this without a call, the trace is damaged.
constexpr std::uint64_t kMostStepsWithoutCall = 10'000'000;

// The values of one element for one rank, in order.
class ValueStream {
 public:
  void open(const Values& values) {
    if (const auto* sequence = std::get_if<Sequence>(&values))
      cursor_.emplace(*sequence);
    else
      table_.emplace(std::get<ValueHistogram>(values));
  }
  [[nodiscard]] bool exists() const { return cursor_.has_value() || table_.has_value(); }
  [[nodiscard]] bool is_drawn() const { return table_.has_value(); }
  [[nodiscard]] bool done() const { return table_ ? table_->empty() : !cursor_ || cursor_->done(); }
  std::int64_t next(DrawKey& key) {
    if (cursor_) return cursor_->next();
    key.occurrence = drawn_++;
    return table_->draw(key);
  }

 private:
  std::optional<SequenceCursor> cursor_;
  std::optional<DrawTable> table_;
  std::uint64_t drawn_ = 0;
};

struct LevelStreams {
  ValueStream length;
  ValueStream trips;
};

// An event that the rank takes part in.
struct Position {
  std::uint32_t event = 0;
  std::vector<LevelStreams> levels;  // levels that exist for the rank
  std::array<ValueStream, kParameters> parameters;
};

// A part of the positions that is repeated.
struct Pass {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t first_level = 0;  // the next level to read at `begin`
  std::uint64_t left = 1;       // passes, this one included
  std::size_t at = 0;
  std::size_t level = 0;  // the next level to read at `at`
};

}  // namespace

struct Cursor::State {
  State(const Trace& t, std::uint32_t r) : trace(t), rank(r) {
    for (std::uint32_t i = 0; i < trace.events.size(); ++i)
      if (trace.events[i].ranks.contains(rank)) positions.push_back(open(i));
    if (has_drawn_peers(trace)) own = memberships(trace.communicators, rank);
    passes.push_back({0, positions.size(), 0, 1, 0, 0});
  }

  Position open(std::uint32_t index) const {
    const Event& event = trace.events[index];
    Position position;
    position.event = index;
    for (const Level& level : event.levels) {
      const Values* const length = level.length.of(rank);
      const Values* const trips = level.trips.of(rank);
      if (length == nullptr || trips == nullptr) continue;
      position.levels.emplace_back();
      position.levels.back().length.open(*length);
      position.levels.back().trips.open(*trips);
    }
    for (std::size_t p = 0; p < kParameters; ++p)
      if (const Values* const values = event.parameters[p].of(rank))
        position.parameters[p].open(*values);
    return position;
  }

  bool fail(std::string_view what, const Position& position) {
    error = std::string(what) + " (event " + std::to_string(position.event + 1) + ", rank " +
            std::to_string(rank) + ")";
    passes.clear();
    return false;
  }

  // Ends a pass: starts the next one, or goes on behind the part.
  void end_pass() {
    Pass& pass = passes.back();
    if (--pass.left > 0) {
      pass.at = pass.begin;
      pass.level = pass.first_level;
      return;
    }
    const std::size_t end = pass.end;
    passes.pop_back();
    if (passes.empty()) return;
    passes.back().at = end;
    passes.back().level = 0;
  }

  // Reads the next loop that the current position heads.
  bool enter_loop() {
    Pass& pass = passes.back();
    Position& position = positions[pass.at];
    LevelStreams& level = position.levels[pass.level];
    if (level.length.done() || level.trips.done())
      return fail("the lengths or trips of a loop are used up", position);
    DrawKey key{seed, rank, position.event, 0, 0};
    const std::int64_t length = level.length.next(key);
    const std::int64_t trips = level.trips.next(key);
    if (length < 1 || static_cast<std::uint64_t>(length) > pass.end - pass.at)
      return fail("a loop is longer than what is around it", position);
    if (trips < 0) return fail("a loop has a negative number of trips", position);
    if (trips == 0) {
      pass.at += static_cast<std::size_t>(length);
      pass.level = 0;
      return true;
    }
    const Pass inner{pass.at,        pass.at + static_cast<std::size_t>(length),
                     pass.level + 1, static_cast<std::uint64_t>(trips),
                     pass.at,        pass.level + 1};
    passes.push_back(inner);
    return true;
  }

  bool read(Position& position, Parameter parameter, std::int64_t& value) {
    ValueStream& stream = position.parameters[static_cast<std::size_t>(parameter)];
    if (stream.done()) {
      const std::string name(parameter_name(parameter));
      return fail(stream.exists() ? "the values of " + name + " are used up"
                                  : "there are no values of " + name,
                  position);
    }
    DrawKey key{seed, rank, position.event, static_cast<std::uint32_t>(parameter), 0};
    value = stream.next(key);
    return true;
  }

  bool read_action(Position& position, Action& action) {
    std::int64_t value = 0;
    if (!read(position, Parameter::Kind, value)) return false;
    if (value < 0 || value >= static_cast<std::int64_t>(kActionKinds))
      return fail("an action of an unknown kind", position);
    action = {};
    action.kind = static_cast<ActionKind>(value);
    for (const Parameter parameter : parameters_of(action.kind)) {
      if (may_be_unknown(parameter) &&
          !position.parameters[static_cast<std::size_t>(parameter)].exists())
        continue;
      if (!read(position, parameter, value)) return false;
      set_value(action, parameter, value);
    }
    keep_drawn_peers_within(position, action);
    return true;
  }

  void keep_drawn_peers_within(const Position& position, Action& action) const {
    const Membership* const comm = find(own, action.comm);
    if (comm == nullptr) return;
    for (const Parameter peer : {Parameter::Peer, Parameter::PostedPeer})
      if (position.parameters[static_cast<std::size_t>(peer)].is_drawn())
        set_value(action, peer, comm->place.within(value_of(action, peer)));
  }

  bool read_call(Position& position, CursorCall& call) {
    call.event = position.event;
    call.predecessor = predecessor;
    call.actions.clear();
    predecessor = trace.events[position.event].site;
    if (!position.parameters[static_cast<std::size_t>(Parameter::Actions)].exists()) return true;
    std::int64_t actions = 0;
    if (!read(position, Parameter::Actions, actions)) return false;
    for (; actions > 0; --actions) {
      call.actions.emplace_back();
      if (!read_action(position, call.actions.back())) return false;
    }
    return true;
  }

  bool next(CursorCall& call) {
    for (std::uint64_t steps = 0; !passes.empty(); ++steps) {
      Pass& pass = passes.back();
      if (pass.at == pass.end) {
        end_pass();
        continue;
      }
      Position& position = positions[pass.at];
      if (steps > kMostStepsWithoutCall)
        return fail("a loop goes on and on without a call", position);
      if (pass.level < position.levels.size()) {
        if (!enter_loop()) return false;
        continue;
      }
      ++pass.at;
      pass.level = 0;
      return read_call(position, call);
    }
    return false;
  }

  const Trace& trace;
  std::uint32_t rank;
  std::uint64_t seed = 0;
  std::vector<Position> positions;
  std::vector<Pass> passes;
  Memberships own;  // filled if there are drawn peers
  SiteId predecessor;
  std::string error;
};

Cursor::Cursor(const Trace& trace, std::uint32_t rank)
    : state_(std::make_unique<State>(trace, rank)) {}
Cursor::~Cursor() = default;
Cursor::Cursor(Cursor&&) noexcept = default;
Cursor& Cursor::operator=(Cursor&&) noexcept = default;

bool Cursor::next(CursorCall& call) { return state_->next(call); }
const std::string& Cursor::error() const { return state_->error; }
void Cursor::set_seed(std::uint64_t seed) { state_->seed = seed; }

}  // namespace tarry::compressed
