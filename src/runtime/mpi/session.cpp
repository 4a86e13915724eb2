// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/session.h"

#include <cstdio>

#include "runtime/core/definitions_log.h"
#include "runtime/mpi/clock_offsets.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/matched_messages.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/unification.h"

namespace tarry::runtime::mpi {
namespace {

struct Session {
  bool open = false;
  MPI_Comm tool{};  // our copy of MPI_COMM_WORLD; as long as `open`
  ClockOffsets clocks;
  core::RegionNumber tracing;
};

constinit Session session;

// Enter and leave of our own work, so that it is not taken for the program's.
class TracingRegion {
 public:
  explicit TracingRegion(const Entry& entry) : entry_(entry) {
    if (!session.tracing.valid()) {
      core::RegionInfo region;
      region.name = "TRACING";
      region.role = model::RegionRole::Artificial;
      region.paradigm = model::Paradigm::MeasurementSystem;
      session.tracing = core::register_region(region);
    }
    core::enter_region(entry_, session.tracing);
  }
  ~TracingRegion() { core::leave_region(entry_, session.tracing); }
  TracingRegion(const TracingRegion&) = delete;
  TracingRegion& operator=(const TracingRegion&) = delete;

 private:
  const Entry& entry_;
};

void prepare_for_threads() {
  int level = MPI_THREAD_SINGLE;
  real::Query_thread(&level);
  if (level <= MPI_THREAD_FUNNELED) return;
  share_communicators();
  share_matched_messages();
  requests().shared();
}

// Not MPI_Comm_dup: Open MPI 4.1 numbers the non-blocking collectives of MPI_COMM_WORLD, those
// inside every collective creation of a communicator included, and after a certain number of them
// its MPI_Dist_graph_create may hang. One more by us made programs hang that otherwise do not; this
// call leaves that number alone.
bool copy_world(MPI_Comm* copy) {
  constexpr int kTag = 7391;
  MPI_Group world;
  if (real::Comm_group(MPI_COMM_WORLD, &world) != MPI_SUCCESS) return false;
  const int error = real::Comm_create_group(MPI_COMM_WORLD, world, kTag, copy);
  real::Group_free(&world);
  return error == MPI_SUCCESS;
}

void note_unknown_communicators() {
  const std::uint64_t uses = unknown_communicator_uses();
  if (uses == 0) return;
  char text[200];
  std::snprintf(
      text, sizeof text,
      "%llu MPI calls on communicators of unknown origin (spawned, connected or accepted) "
      "have no message or collective records",
      static_cast<unsigned long long>(uses));
  core::note(text);
}

}  // namespace

bool asked_to_measure() {
  const core::Phase phase = core::phase();
  return phase != core::Phase::Inert && phase != core::Phase::Forked && phase != core::Phase::Ended;
}

void begin_session(const Entry& entry) {
  prepare_for_threads();
  const TracingRegion tracing(entry);
  int rank = 0;
  int size = 1;
  real::Comm_rank(MPI_COMM_WORLD, &rank);
  real::Comm_size(MPI_COMM_WORLD, &size);
  core::define_process(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(size));
  define_predefined_communicators();
  if (!copy_world(&session.tool)) {
    return core::note(
        "MPI_Comm_create_group failed: clocks and definitions of the processes differ");
  }
  real::Comm_set_errhandler(session.tool, MPI_ERRORS_RETURN);
  session.open = true;
  session.clocks.open(session.tool);
  session.clocks.measure();
}

void end_session(const Entry& entry) {
  if (!session.open) return;
  session.open = false;
  real::Barrier(session.tool);
  const TracingRegion tracing(entry);
  // These may be called later, when regions can no longer be unified.
  region_of(Call::Initialized);
  region_of(Call::Finalized);
  note_unknown_communicators();
  session.clocks.measure();
  session.clocks.close();
  unify_definitions(session.tool);
  real::Comm_free(&session.tool);
}

}  // namespace tarry::runtime::mpi
