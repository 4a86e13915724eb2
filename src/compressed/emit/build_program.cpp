// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/build_program.h"

#include <algorithm>
#include <map>
#include <utility>

#include "compressed/emit/build_context.h"
#include "compressed/emit/build_operation.h"
#include "compressed/emit/computation.h"
#include "compressed/emit/event_values.h"
#include "compressed/emit/left_out.h"
#include "compressed/emit/rank_text.h"
#include "compressed/emit/remote_use.h"
#include "compressed/emit/splits.h"
#include "compressed/replay/call_role.h"

namespace tarry::emit {
namespace {

using compressed::ActionKind;
using compressed::Parameter;
using compressed::Trace;
using replay::CallRole;

bool closes(const std::vector<ActionKind>& list) {
  return std::all_of(list.begin(), list.end(), [](ActionKind kind) {
    return compressed::closes_request(kind) && kind != ActionKind::Cancelled;
  });
}

// Returns whether calls of the function that do nothing are waits and tests.
bool can_complete(const std::string& function) {
  return function.rfind("MPI_Wait", 0) == 0 || replay::call_role(function) == CallRole::Polls;
}

class Builder {
 public:
  Builder(const Trace& trace, const Structure& structure, const BuildOptions& options)
      : context_{trace,
                 compressed::memberships_by_rank(trace.communicators, trace.ranks),
                 replay::ElementSizes(trace.datatypes),
                 options.world_peers,
                 options.scale,
                 {},
                 0,
                 0,
                 ""},
        structure_(structure),
        has_remote_(options.remote),
        before_(times(trace, options)) {
    if (has_remote_) context_.remote = remote_use(trace, context_.comms, options.scale);
  }

  base::Result<Program> build() {
    program_.ranks = context_.trace.ranks;
    program_.scale = context_.scale;
    program_.file_lengths = context_.remote.lengths;
    if (context_.remote.mixes_comms)
      context_.error = "calls at one place work on windows of several communicators";
    find_communicators();
    program_.body = nodes(structure_.places);
    if (!context_.error.empty())
      return base::Error{base::ErrorCode::Unsupported, context_.error, "", ""};
    for (const compressed::Event& event : context_.trace.events) count_requests(event);
    program_.leaves_requests = opened_ != closed_;
    program_.send_bytes = context_.send_bytes;
    program_.receive_bytes = context_.receive_bytes;
    program_.notes = left_out_.notes();
    find_parts(program_);
    return std::move(program_);
  }

 private:
  static std::vector<Value> times(const Trace& trace, const BuildOptions& options) {
    if (!options.computes) return std::vector<Value>(trace.events.size());
    return options.scale == nullptr ? times_before(trace) : options.times;
  }

  void find_communicators() {
    for (const compressed::Memberships& own : context_.comms)
      program_.comms = std::max(program_.comms, std::int64_t{std::ssize(own)});
    if (context_.scale != nullptr) return find_families();
    const compressed::Memberships& first = context_.comms.front();
    bool has_world = false;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const compressed::Communicator& each = context_.trace.communicators[first[i].communicator];
      if (each.is_self) program_.self = static_cast<std::int64_t>(i);
      if (!has_world && is_world(each, context_.trace.ranks)) {
        program_.world = static_cast<std::int64_t>(i);
        has_world = true;
      }
    }
    program_.splits = splits_of(context_.trace, context_.comms);
  }

  void find_families() {
    program_.world = -2;  // no call names it
    for (std::int64_t i = 0; i < program_.comms; ++i) {
      const auto& family = context_.scale->formulas().families[static_cast<std::size_t>(i)];
      if (family.kind == compressed::CommFamily::Kind::Self) program_.self = i;
      if (context_.scale->is_world(i)) program_.world = i;
    }
  }

  std::vector<Node> nodes(const std::vector<Place>& places) {
    std::vector<Node> out;
    for (const Place& place : places) {
      if (!context_.error.empty()) break;
      Node node;
      node.ranks = ranks_of(place);
      if (place.kind == Place::Kind::Call) {
        if (call(place, node.statement)) out.push_back(std::move(node));
        continue;
      }
      node.kind = place.kind == Place::Kind::Loop ? Node::Kind::Loop : Node::Kind::Branch;
      node.id = place.loop;
      if (node.kind == Node::Kind::Loop) node.trips = trips(place);
      node.body = nodes(place.body);
      if (!node.body.empty()) out.push_back(std::move(node));
    }
    return out;
  }

  RankSet ranks_of(const Place& place) {
    std::vector<std::uint32_t> ranks;
    for (const Part& part : place.parts) {
      const auto& of = structure_.classes[part.of].ranks;
      ranks.insert(ranks.end(), of.begin(), of.end());
    }
    std::sort(ranks.begin(), ranks.end());
    return RankSet::of_sorted(ranks);
  }

  Value trips(const Place& place) {
    std::map<Formula, std::vector<std::uint32_t>> found;
    for (const Part& part : place.parts) {
      std::vector<std::int64_t> values{1};
      if (part.trips != nullptr) {
        values.clear();
        for (compressed::SequenceCursor cursor(*part.trips); !cursor.done();)
          values.push_back(context_.scale == nullptr ? cursor.next()
                                                     : context_.scale->count(cursor.next()));
      }
      auto& ranks = found[find_formula(values, part.nest)];
      const auto& of = structure_.classes[part.of].ranks;
      ranks.insert(ranks.end(), of.begin(), of.end());
    }
    Value value;
    for (auto& [formula, ranks] : found) {
      std::sort(ranks.begin(), ranks.end());
      value.choices.push_back({RankSet::of_sorted(ranks), formula});
    }
    std::sort(value.choices.begin(), value.choices.end(),
              [](const Choice& a, const Choice& b) { return a.ranks.lowest() < b.ranks.lowest(); });
    return value;
  }

  // Returns whether there is anything to say about the call.
  bool call(const Place& place, Statement& statement) {
    const compressed::Event& event = context_.trace.events[place.event];
    statement.event = place.event;
    statement.function = context_.trace.sites[event.site.value].function;
    const CallRole role = benchmark_role(statement.function);
    if (role == CallRole::Starts || role == CallRole::Ends) return false;
    statement.before_ns = before_[place.event];
    EventValues values(context_.trace, structure_, context_.comms, place, context_.world_peers,
                       context_.scale);
    const bool acts = std::any_of(values.lists().begin(), values.lists().end(),
                                  [](const auto& list) { return !list.empty(); });
    statement.is_made = is_made(role, acts, has_remote_);
    if (statement.is_made && acts && !has_remote_ && has_one_sided(values))
      context_.error = statement.function +
                       " completes one-sided communication with a request, which is not generated";
    if (!statement.is_made) left_out_.add_place(statement.function);
    if (statement.is_made) fill(values, statement);
    if (context_.world_peers && role == CallRole::OnFile) statement.duration_ns = time_in(event);
    if (context_.error.empty()) context_.error = values.error();
    return statement.is_made || !statement.before_ns.empty();
  }

  static bool has_one_sided(const EventValues& values) {
    return std::any_of(values.lists().begin(), values.lists().end(), [](const auto& list) {
      return std::any_of(list.begin(), list.end(), compressed::is_one_sided);
    });
  }

  void fill(EventValues& values, Statement& statement) {
    const auto& lists = values.lists();
    const bool is_idle =
        std::all_of(lists.begin(), lists.end(), [](const auto& list) { return list.empty(); });
    statement.completes = is_idle ? can_complete(statement.function)
                                  : std::all_of(lists.begin(), lists.end(), closes);
    if (statement.completes) {
      statement.completion.count = values.action_count();
      statement.completion.newest = values.takes_newest();
      if (!statement.completion.newest) statement.completion.places = values.places();
      return;
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
      Variant variant;
      variant.ranks = values.lists_change() ? RankSet{} : values.ranks_of(i);
      for (std::size_t action = 0; action < lists[i].size(); ++action)
        variant.operations.push_back(build_operation(context_, values, {i, action}));
      statement.variants.push_back(std::move(variant));
    }
    if (values.lists_change()) statement.variant = values.list_index();
  }

  // Adds up what an event opens and closes on all ranks.
  void count_requests(const compressed::Event& event) {
    for (const compressed::ElasticPair& pair : event.of(Parameter::Kind).pairs()) {
      const auto* kinds = std::get_if<compressed::Sequence>(&pair.values);
      if (kinds == nullptr) continue;
      for (compressed::SequenceCursor cursor(*kinds); !cursor.done();) {
        const compressed::Run run = cursor.next_run_whole();
        for (std::uint64_t i = 0; i < (run.stride == 0 ? 1 : run.count); ++i) {
          const auto kind = static_cast<ActionKind>(run.at(i));
          const std::uint64_t times = (run.stride == 0 ? run.count : 1) * pair.ranks.size();
          if (compressed::opens_request(kind)) opened_ += times;
          if (compressed::closes_request(kind)) closed_ += times;
        }
      }
    }
  }

  BuildContext context_;
  const Structure& structure_;
  bool has_remote_;
  std::vector<Value> before_;  // by event
  Program program_;
  LeftOut left_out_;
  std::uint64_t opened_ = 0, closed_ = 0;
};

}  // namespace

base::Result<Program> build_program(const Trace& trace, const Structure& structure,
                                    const BuildOptions& options) {
  if (trace.ranks == 0 || trace.events.empty())
    return base::Error{base::ErrorCode::BadInput, "the trace has no calls", "", ""};
  return Builder(trace, structure, options).build();
}

}  // namespace tarry::emit
