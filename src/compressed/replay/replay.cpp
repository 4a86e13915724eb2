// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/replay/replay.h"

#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/counted.h"
#include "compressed/replay/recorded_replay.h"
#include "compressed/replay/scratch_folder.h"
#include "compressed/replay/send_driven_replay.h"
#include "compressed/replay/window_bounds.h"
#include "workers/agree.h"

namespace tarry::replay {
namespace {

using base::Error;
using base::ErrorCode;
using workers::Bytes;

base::Status check_size(const compressed::Trace& trace, const workers::Transport& transport) {
  if (transport.size() == trace.ranks) return base::kOk;
  const std::string needed = std::to_string(trace.ranks);
  return Error{ErrorCode::Usage,
               "the trace has " + base::counted(trace.ranks, "rank") + ", this replay has " +
                   base::counted(transport.size(), "process", "processes"),
               "", "mpirun -n " + needed + " tarry replay ..."};
}

// Unites the names of all processes; the result is the same everywhere.
std::set<std::string> united(const std::set<std::string>& own, workers::Transport& transport) {
  Bytes message;
  for (const std::string& each : own) workers::append_text(message, each);
  std::set<std::string> all;
  for (const Bytes& told : transport.all_gather(message))
    for (workers::MessageReader reader(told); !reader.at_end();) all.emplace(reader.take_text());
  return all;
}

base::Status check_supported(const std::set<std::string>& unsupported, const Settings& settings) {
  if (unsupported.empty() || settings.skip_unsupported) return base::kOk;
  std::string names;
  for (const std::string& name : unsupported) names += (names.empty() ? "" : ", ") + name;
  return Error{ErrorCode::Unsupported, "the trace has calls that cannot be replayed", names,
               "--skip-unsupported leaves them out"};
}

// Looks for the memory of the largest window now, when an error can still be told together.
base::Status check_window_memory(const Survey& own) {
  std::int64_t most = 0;
  for (const auto& windows : own.windows)
    for (const WindowPart& part : windows) most = std::max(most, part.size);
  const std::size_t size = static_cast<std::size_t>(most) + 1;
  void* const memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory != MAP_FAILED) {
    munmap(memory, size);
    return base::kOk;
  }
  return Error{ErrorCode::Failed, "no memory for the windows of the trace",
               std::to_string(most) + " bytes", ""};
}

// Makes the folder for scratch files if any process has calls on files. Nothing is made otherwise.
base::Status make_scratch(bool has_files, const Settings& settings, workers::Transport& transport,
                          MessagePassing& mpi, std::optional<ScratchFolder>& folder) {
  Bytes own;
  workers::append(own, has_files);
  bool is_needed = false;
  for (const Bytes& told : transport.all_gather(own))
    is_needed |= workers::MessageReader(told).take<bool>();
  if (!is_needed) return base::kOk;
  TRY_ASSIGN(ScratchFolder made, ScratchFolder::make(settings.scratch, transport));
  mpi.set_scratch(made.path());
  folder = std::move(made);
  return base::kOk;
}

base::Status prepare(const Survey& own, const Agreement& agreed,
                     const compressed::Memberships& comms, bool follows_senders,
                     workers::Transport& transport, MessagePassing& mpi) {
  TRY(workers::do_together(transport, [&]() -> base::Status {
    if (own.largest_tag > mpi.largest_tag())
      return Error{ErrorCode::Unsupported, "this MPI has no tag that large",
                   std::to_string(own.largest_tag), ""};
    if (!mpi.make_buffers(agreed.send_room, agreed.receive_room))
      return Error{ErrorCode::Failed, "no memory for the messages of the trace",
                   std::to_string(agreed.send_room + agreed.receive_room) + " bytes", ""};
    return follows_senders ? base::kOk : check_window_memory(own);
  }));
  for (std::size_t number = 0; number < comms.size(); ++number)
    if (agreed.uses[number]) mpi.make_communicator(comms[number].peers());
  if (!follows_senders) return base::kOk;
  std::vector<std::uint32_t> all(transport.size());
  std::iota(all.begin(), all.end(), 0u);
  mpi.make_communicator(all);
  return base::kOk;
}

void append_counts(Bytes& message, const SiteCounts& counts) {
  for (const CallCounts& each : counts) workers::append(message, each);
}

void add_counts(workers::MessageReader& reader, SiteCounts& counts, std::size_t sites) {
  counts.resize(sites);
  for (CallCounts& each : counts) each += reader.take<CallCounts>();
}

struct Figures {
  CallCounts followed;
  std::uint64_t of_another_size = 0, left_out = 0;
  double replayed_s = 0;
};

struct DrawnAtEvent {
  std::uint64_t event = 0;
  Totals messages;
};

DrawnMessages take_drawn(workers::MessageReader& reader) {
  DrawnMessages drawn;
  while (!reader.at_end()) {
    const auto each = reader.take<DrawnAtEvent>();
    drawn[static_cast<std::uint32_t>(each.event)] = each.messages;
  }
  return drawn;
}

void sum_up(const compressed::Trace& trace, const Survey& survey, const Performance& done,
            const Figures& own, workers::Transport& transport, Outcome& outcome) {
  Bytes message;
  append_counts(message, survey.recorded);
  append_counts(message, done.replayed);
  workers::append(message, own);
  for (const auto& [event, messages] : survey.drawn)
    workers::append(message, DrawnAtEvent{event, messages});
  const std::vector<Bytes> all = transport.gather(std::move(message));
  DrawnSizes drawn(trace);
  for (std::uint32_t rank = 0; rank < all.size(); ++rank) {
    if (all[rank].empty()) continue;
    workers::MessageReader reader(all[rank]);
    add_counts(reader, outcome.recorded, trace.sites.size());
    add_counts(reader, outcome.replayed, trace.sites.size());
    const auto figures = reader.take<Figures>();
    const DrawnMessages messages = take_drawn(reader);
    drawn.add(rank, messages);
    outcome.draws_sizes = outcome.draws_sizes || !messages.empty();
    outcome.followed += figures.followed;
    outcome.of_another_size += figures.of_another_size;
    outcome.left_out += figures.left_out;
    outcome.replayed_s += figures.replayed_s / static_cast<double>(transport.size());
  }
  if (outcome.draws_sizes) drawn.add_bytes_to(outcome.recorded);
}

std::string stuck_message(const compressed::Trace& trace, std::uint32_t rank, std::uint32_t site,
                          double longest_s) {
  const std::string where = site < trace.sites.size()
                                ? "in " + trace.sites[site].function
                                : std::string("for its last messages at the end");
  return "rank " + std::to_string(rank) + " has waited " + where + " for more than " +
         std::to_string(std::llround(std::ceil(longest_s))) +
         " s; either the trace is not complete, or the program depends on MPI keeping messages "
         "that nobody receives yet, or --patience is too short";
}

}  // namespace

base::Result<Outcome> replay(const compressed::Trace& trace, const Settings& settings,
                             workers::Transport& transport, MessagePassing& mpi,
                             const GiveUp& give_up) {
  TRY(workers::do_together(transport, [&] { return check_size(trace, transport); }));
  const auto rank = static_cast<std::uint32_t>(transport.rank());
  const compressed::Memberships comms = compressed::memberships(trace.communicators, rank);
  std::optional<Survey> found;
  TRY(workers::do_together(transport, [&]() -> base::Status {
    TRY_ASSIGN(found, survey(trace, rank, comms, settings));
    return base::kOk;
  }));
  Outcome outcome;
  outcome.follows_senders = is_probabilistic(trace);
  outcome.unsupported = united(found->unsupported, transport);
  TRY(check_supported(outcome.unsupported, settings));
  TRY_ASSIGN(const Agreement agreed, agree_on(*found, comms, outcome.follows_senders, transport));
  TRY(workers::do_together(transport, [&] {
    return found->has_accesses ? check_window_bounds(trace, rank, comms, settings.seed, agreed)
                               : base::Status();
  }));
  TRY(prepare(*found, agreed, comms, outcome.follows_senders, transport, mpi));

  std::map<std::uint32_t, std::uint64_t> messages;
  for (const auto& [channel, count] : found->sends) messages[channel.peer] += count;
  const Destinations own = Destinations::of(messages, settings.destinations);
  const std::map<std::uint32_t, Destinations> senders = senders_to_me(own, transport);

  std::optional<ScratchFolder> scratch;
  TRY(make_scratch(found->has_files && !outcome.follows_senders, settings, transport, mpi,
                   scratch));

  const double longest_s = settings.patience_s + agreed.longest_ns * 1e-9 / settings.speed;
  SystemClock clock;
  Watch watch(longest_s, [&](std::uint32_t site) {
    if (scratch) scratch->remove();
    give_up(stuck_message(trace, rank, site, longest_s));
  });
  const auto world =
      static_cast<CommNumber>(std::count(agreed.uses.begin(), agreed.uses.end(), true));
  const Stage stage{trace, rank, settings, comms, agreed, mpi, clock, watch, world, &senders};
  transport.all_gather({});  // all processes begin at once
  const std::int64_t begin = clock.now();
  TRY_ASSIGN(const Performance done,
             outcome.follows_senders ? replay_senders(stage, own) : replay_recorded(stage));
  Figures figures{done.followed, done.of_another_size, agreed.left_out, 0};
  figures.replayed_s = static_cast<double>(clock.now() - begin) * 1e-9;
  if (scratch) mpi.close_files();
  outcome.recorded_s = agreed.average_ns * 1e-9;
  sum_up(trace, *found, done, figures, transport, outcome);
  return outcome;
}

}  // namespace tarry::replay
