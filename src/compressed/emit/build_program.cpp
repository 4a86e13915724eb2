// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/build_program.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "compressed/emit/computation.h"
#include "compressed/emit/datatypes.h"
#include "compressed/emit/event_values.h"
#include "compressed/emit/left_out.h"
#include "compressed/emit/rank_text.h"
#include "compressed/emit/remote_use.h"
#include "compressed/emit/scale.h"
#include "compressed/emit/splits.h"
#include "compressed/replay/call_role.h"
#include "compressed/replay/collective_shape.h"

namespace tarry::emit {
namespace {

using compressed::Action;
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

std::uint64_t largest(const Value& value) {
  std::int64_t most = 0;
  for (const Choice& choice : value.choices)
    for (const std::int64_t each : choice.formula.values) most = std::max(most, each);
  return static_cast<std::uint64_t>(most);
}

// Returns whether a value is not always 0.
bool is_any(const Value& value) {
  return std::any_of(value.choices.begin(), value.choices.end(), [](const Choice& choice) {
    return std::any_of(choice.formula.values.begin(), choice.formula.values.end(),
                       [](std::int64_t each) { return each != 0; });
  });
}

class Builder {
 public:
  Builder(const Trace& trace, const Structure& structure, const BuildOptions& options)
      : trace_(trace),
        structure_(structure),
        comms_(compressed::memberships_by_rank(trace.communicators, trace.ranks)),
        world_peers_(options.world_peers),
        scale_(options.scale),
        has_remote_(options.remote),
        remote_(options.remote ? remote_use(trace, comms_, options.scale) : RemoteUse{}),
        before_(times(trace, options)) {}

  base::Result<Program> build() {
    program_.ranks = trace_.ranks;
    program_.scale = scale_;
    program_.file_lengths = remote_.lengths;
    if (remote_.mixes_comms) error_ = "calls at one place work on windows of several communicators";
    find_communicators();
    program_.body = nodes(structure_.places);
    if (!error_.empty()) return base::Error{base::ErrorCode::Unsupported, error_, "", ""};
    for (const compressed::Event& event : trace_.events) count_requests(event);
    program_.leaves_requests = opened_ != closed_;
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
    for (const compressed::Memberships& own : comms_)
      program_.comms = std::max(program_.comms, std::int64_t{std::ssize(own)});
    if (scale_ != nullptr) return find_families();
    const compressed::Memberships& first = comms_.front();
    bool has_world = false;
    for (std::size_t i = 0; i < first.size(); ++i) {
      const compressed::Communicator& each = trace_.communicators[first[i].communicator];
      if (each.is_self) program_.self = static_cast<std::int64_t>(i);
      if (!has_world && is_world(each, trace_.ranks)) {
        program_.world = static_cast<std::int64_t>(i);
        has_world = true;
      }
    }
    program_.splits = splits_of(trace_, comms_);
  }

  void find_families() {
    program_.world = -2;  // no call names it
    for (std::int64_t i = 0; i < program_.comms; ++i) {
      const auto& family = scale_->formulas().families[static_cast<std::size_t>(i)];
      if (family.kind == compressed::CommFamily::Kind::Self) program_.self = i;
      if (scale_->is_world(i)) program_.world = i;
    }
  }

  std::vector<Node> nodes(const std::vector<Place>& places) {
    std::vector<Node> out;
    for (const Place& place : places) {
      if (!error_.empty()) break;
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
          values.push_back(scale_ == nullptr ? cursor.next() : scale_->count(cursor.next()));
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
    const compressed::Event& event = trace_.events[place.event];
    statement.event = place.event;
    statement.function = trace_.sites[event.site.value].function;
    const CallRole role = benchmark_role(statement.function);
    if (role == CallRole::Starts || role == CallRole::Ends) return false;
    statement.before_ns = before_[place.event];
    EventValues values(trace_, structure_, comms_, place, world_peers_, scale_);
    const bool acts = std::any_of(values.lists().begin(), values.lists().end(),
                                  [](const auto& list) { return !list.empty(); });
    statement.is_made = is_made(role, acts, has_remote_);
    if (statement.is_made && acts && !has_remote_ && has_one_sided(values))
      error_ = statement.function +
               " completes one-sided communication with a request, which is not generated";
    if (!statement.is_made) left_out_.add_place(statement.function);
    if (statement.is_made) fill(values, statement);
    if (world_peers_ && role == CallRole::OnFile) statement.duration_ns = time_in(event);
    if (error_.empty()) error_ = values.error();
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
        variant.operations.push_back(operation(values, {i, action}));
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

  Operation operation(EventValues& values, const EventValues::Slot& slot) {
    const ActionKind kind = values.lists()[slot.list][slot.action];
    Operation out;
    out.kind = kind;
    if (compressed::closes_request(kind) || kind == ActionKind::AccessDone) {
      out.request = values.value(Parameter::Request, slot);
      return out;
    }
    if (compressed::is_one_sided(kind) || compressed::is_on_file(kind)) {
      remote(values, slot, out);
      return out;
    }
    out.comm = values.value(Parameter::Comm, slot);
    if (out.comm.empty()) out.comm = {{{RankSet::first(trace_.ranks), {{0}, {}, false, false}}}};
    if (kind == ActionKind::Collective || kind == ActionKind::StartCollective) {
      collective(values, slot, out);
    } else {
      // What a receive gets is not known at other sizes.
      const bool posts =
          kind == ActionKind::PostReceive || (scale_ != nullptr && kind == ActionKind::Receive);
      out.peer = values.peer(posts ? Parameter::PostedPeer : Parameter::Peer, slot);
      out.tag = values.value(posts ? Parameter::PostedTag : Parameter::Tag, slot);
      out.bytes = values.value(Parameter::Bytes, slot);
      use_buffers(out.bytes);
    }
    find_datatype(values, slot, out);
    values.first_uses(slot, [&](std::uint32_t rank, const Action& action) {
      const auto* comm = compressed::find(comms_[rank], action.comm);
      if (comm == nullptr || comm->is_inter)
        error_ = "the trace has messages between two groups of ranks, which is not supported";
      const bool asks =
          kind == ActionKind::PostReceive || (scale_ != nullptr && kind == ActionKind::Receive);
      if (asks && action.posted_peer == compressed::kUnknown)
        error_ = "the trace does not tell what a receive asks for";
    });
    return out;
  }

  // A call on a window or a file.
  void remote(EventValues& values, const EventValues::Slot& slot, Operation& out) {
    const auto value = [&](Parameter parameter) { return values.value(parameter, slot); };
    out.at = value(Parameter::At);
    out.size = value(Parameter::Size);
    out.unit = value(Parameter::Unit);
    out.extent = value(Parameter::Extent);
    out.mode = value(Parameter::Mode);
    const ActionKind kind = out.kind;
    if (kind == ActionKind::MakeWindow || kind == ActionKind::OpenFile)
      out.comm = value(Parameter::Comm);
    if (kind == ActionKind::OpenFile && scale_ != nullptr &&
        !(out.comm.is_constant() && scale_->is_world(out.comm.constant())))
      error_ =
          "files are opened by some of the ranks, which code for any number of ranks cannot do";
    if (kind == ActionKind::OpenFile || kind == ActionKind::DeleteFile)
      out.file = values.computed(slot, [&](std::uint32_t rank, const Action& action) {
        const auto known = remote_.files.find({rank, action.name});
        const bool fails = (action.mode & compressed::kFileFailed) != 0;
        return fails || known == remote_.files.end() ? std::int64_t{-1} : known->second;
      });
    out.place = value(compressed::is_on_file(kind) ? Parameter::File : Parameter::Window);
    const bool accesses = kind == ActionKind::Access || kind == ActionKind::StartAccess;
    if (accesses || kind == ActionKind::Synchronize) target(values, slot, out);
    if (world_peers_ && compressed::is_one_sided(kind) && !accesses) find_groups(values, slot, out);
    if (!accesses && kind != ActionKind::Transfer && kind != ActionKind::StartTransfer) return;
    out.bytes = value(Parameter::Bytes);
    out.received = value(Parameter::Received);
    constexpr std::uint64_t kLeast = 16;  // of calls without a count
    use_buffers(std::max(largest(out.bytes), kLeast), std::max(largest(out.received), kLeast));
    if (scale_ != nullptr) {
      scale_->use_buffer(kLeast);
      use_buffers(out.bytes);
      use_buffers(out.received);
    }
    if (accesses) find_elements(values, slot, out);
  }

  void target(EventValues& values, const EventValues::Slot& slot, Operation& out) {
    const auto comm_of = [&](std::uint32_t rank) {
      const auto known = remote_.comms.find({values.event(), rank});
      return known == remote_.comms.end() ? std::int64_t{-1} : known->second;
    };
    out.comm = values.by_rank(slot, comm_of);
    out.peer = values.peer(Parameter::Target, slot, comm_of);
  }

  // Bytes where the recorded type is no basic one. Formulas give multiples of its size at least
  // where they were recorded, and no sample grid need be such a size.
  void find_elements(EventValues& values, const EventValues::Slot& slot, Operation& out) {
    const Value& moved = is_any(out.bytes) ? out.bytes : out.received;
    const Value reduction = values.value(Parameter::Reduction, slot);
    out.reduction = reduction.is_constant() ? reduction.constant() : compressed::kUnknown;
    const Value type = values.value(Parameter::Datatype, slot);
    const std::int64_t number = type.is_constant() ? type.constant() : -1;
    if (number < 0 || number >= std::ssize(trace_.datatypes)) return;
    const auto known = basic_type(trace_.datatypes[static_cast<std::size_t>(number)]);
    if (!known) return;
    for (const Choice& choice : moved.choices)
      for (const std::int64_t bytes : choice.formula.values)
        if (!Symbols::is_symbol(bytes) && bytes % known->size != 0) return;
    out.datatype = known->name;
    out.datatype_size = known->size;
  }

  void use_buffers(const Value& bytes) {
    if (scale_ == nullptr) return use_buffers(largest(bytes), largest(bytes));
    for (const Choice& choice : bytes.choices)
      for (const std::int64_t each : choice.formula.values) scale_->use_buffer(each);
  }

  void use_buffers(std::uint64_t sent, std::uint64_t received) {
    program_.send_bytes = std::max(program_.send_bytes, sent);
    program_.receive_bytes = std::max(program_.receive_bytes, received);
  }

  void collective(EventValues& values, const EventValues::Slot& slot, Operation& out) {
    out.bytes = values.value(Parameter::Bytes, slot);
    out.received = values.value(Parameter::Received, slot);
    const Value op = values.value(Parameter::Op, slot);
    if (!op.is_constant()) {
      error_ = "ranks make different collective operations in one call";
      return;
    }
    out.op = op.constant();
    const auto which = static_cast<model::CollectiveOp>(out.op);
    if (model::has_root(which)) {
      out.root = values.computed(slot, [&](std::uint32_t rank, const Action& action) {
        const auto* comm = compressed::find(comms_[rank], action.comm);
        return action.root >= 0 || comm == nullptr ? action.root : std::int64_t{comm->place.rank};
      });
    }
    if (scale_ != nullptr) return scaled_collective(values, slot, which, out);
    find_groups(values, slot, out);
    if (model::has_counts(which)) {
      std::uint64_t most = std::max(largest(out.bytes), largest(out.received));
      use_buffers(most, most);
      out.in_place = is_in_place(values, slot, which);
      return;
    }
    std::uint64_t most = 0;
    bool in_place = false;
    out.block = values.computed(slot, [&](std::uint32_t rank, const Action& action) {
      const auto* comm = compressed::find(comms_[rank], action.comm);
      if (comm == nullptr) return std::int64_t{0};
      const replay::Seat seat{comm->place.peers, comm->place.rank,
                              static_cast<std::uint32_t>(std::max<std::int64_t>(action.root, 0))};
      const replay::CollectiveShape shape = replay::equal_blocks(
          which, seat,
          {static_cast<std::uint64_t>(action.bytes), static_cast<std::uint64_t>(action.received)});
      in_place |= shape.in_place;
      most = std::max(most, shape.block * comm->place.peers);
      return static_cast<std::int64_t>(shape.block);
    });
    out.in_place = in_place;
    use_buffers(most, most);
  }

  void scaled_collective(EventValues& values, const EventValues::Slot& slot,
                         model::CollectiveOp which, Operation& out) {
    if (model::has_counts(which)) {
      error_ =
          "a collective operation has counts for each member, which code for any number of "
          "ranks cannot make";
      return;
    }
    bool in_place = false;
    out.block = values.computed(slot, [&](std::uint32_t of_class, const Action& action) {
      const Scale::Block block =
          scale_->block(which, action.comm, of_class, action.root, action.bytes, action.received);
      in_place |= block.in_place;
      return block.bytes;
    });
    out.in_place = in_place;
  }

  void find_groups(EventValues& values, const EventValues::Slot& slot, Operation& out) {
    std::map<std::uint32_t, Group> groups;  // by communicator
    values.first_uses(slot, [&](std::uint32_t rank, const Action& action) {
      const auto window = remote_.comms.find({values.event(), rank});
      const auto* comm = compressed::find(
          comms_[rank], window == remote_.comms.end() ? action.comm : window->second);
      if (comm == nullptr) return;
      const auto [at, is_new] = groups.try_emplace(comm->communicator);
      if (!is_new) return;
      std::vector<std::uint32_t> members(comm->peers().begin(), comm->peers().end());
      const auto root = static_cast<std::size_t>(std::max<std::int64_t>(action.root, 0));
      at->second.root = members[root < members.size() ? root : 0];
      std::sort(members.begin(), members.end());
      at->second.members = RankSet::of_sorted(members);
    });
    for (auto& [number, group] : groups) out.groups.push_back(std::move(group));
  }

  // Operations with counts are in place for all members or for none.
  bool is_in_place(EventValues& values, const EventValues::Slot& slot, model::CollectiveOp op) {
    if (op != model::CollectiveOp::Allgatherv && op != model::CollectiveOp::ReduceScatter)
      return false;
    std::map<std::uint32_t, std::vector<replay::Totals>> totals;  // by communicator
    values.first_uses(slot, [&](std::uint32_t rank, const Action& action) {
      const auto* comm = compressed::find(comms_[rank], action.comm);
      if (comm == nullptr) return;
      auto& of = totals[comm->communicator];
      of.resize(comm->place.peers);
      of[comm->place.rank] = {static_cast<std::uint64_t>(action.bytes),
                              static_cast<std::uint64_t>(action.received)};
    });
    return std::any_of(totals.begin(), totals.end(), [&](const auto& each) {
      const replay::Seat seat{static_cast<std::uint32_t>(each.second.size()), 0, 0};
      return replay::counted_blocks(op, seat, each.second).in_place;
    });
  }

  void find_datatype(EventValues& values, const EventValues::Slot& slot, Operation& out) {
    const Value type = values.value(Parameter::Datatype, slot);
    if (!type.is_constant()) return;
    const std::int64_t number = type.constant();
    if (number < 0 || number >= std::ssize(trace_.datatypes)) return;
    const auto known = basic_type(trace_.datatypes[static_cast<std::size_t>(number)]);
    const bool has_counts = !out.received.empty() && out.block.empty();
    if (!known || has_counts) return;
    for (const Choice& choice : (out.block.empty() ? out.bytes : out.block).choices)
      for (const std::int64_t bytes : choice.formula.values)
        if (!divides(bytes, known->size)) return;
    out.datatype = known->name;
    out.datatype_size = known->size;
  }

  [[nodiscard]] bool divides(std::int64_t bytes, std::int64_t size) const {
    if (scale_ != nullptr) return scale_->symbols().divided(bytes, size).has_value();
    return bytes % size == 0;
  }

  const Trace& trace_;
  const Structure& structure_;
  std::vector<compressed::Memberships> comms_;
  bool world_peers_;
  Scale* scale_;
  bool has_remote_;
  RemoteUse remote_;
  std::vector<Value> before_;  // by event
  Program program_;
  LeftOut left_out_;
  std::uint64_t opened_ = 0, closed_ = 0;
  std::string error_;
};

}  // namespace

base::Result<Program> build_program(const Trace& trace, const Structure& structure,
                                    const BuildOptions& options) {
  if (trace.ranks == 0 || trace.events.empty())
    return base::Error{base::ErrorCode::BadInput, "the trace has no calls", "", ""};
  return Builder(trace, structure, options).build();
}

}  // namespace tarry::emit
