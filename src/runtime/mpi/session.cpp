// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/session.h"

#include <cstdio>
#include <cstring>
#include <mutex>

#include "runtime/core/definitions_log.h"
#include "runtime/core/drain.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/recording_windows.h"
#include "runtime/finalize/running_compression.h"
#include "runtime/mpi/clock_comparisons.h"
#include "runtime/mpi/clock_offsets.h"
#include "runtime/mpi/communicators.h"
#include "runtime/mpi/consistent_selection.h"
#include "runtime/mpi/files.h"
#include "runtime/mpi/job.h"
#include "runtime/mpi/matched_messages.h"
#include "runtime/mpi/requests.h"
#include "runtime/mpi/selection.h"
#include "runtime/mpi/spin_lock.h"
#include "runtime/mpi/summary_union.h"
#include "runtime/mpi/trace_union.h"
#include "runtime/mpi/tracing_region.h"
#include "runtime/mpi/unification.h"
#include "runtime/mpi/unrecorded.h"
#include "runtime/mpi/windows.h"
#include "runtime/mpi/world.h"
#include "runtime/stacks/call_stacks.h"

namespace tarry::runtime::core {

bool library_has_mpi() { return true; }

}  // namespace tarry::runtime::core

namespace tarry::runtime::mpi {
namespace {

struct Session {
  bool is_defined = false;  // the process, its rank and the communicators that are always there
  bool open = false;
  MPI_Comm tool{};  // our copy of MPI_COMM_WORLD while `open`
  ClockOffsets clocks;
};

// The sessions that the program has opened, which threads may do at once.
struct Sessions {
  SpinLock lock;
  int open = 0;
  bool were_ended = false;  // all of them, some time
};

constinit Session session;
constinit Sessions sessions;

bool has_threads() {
  int level = MPI_THREAD_SINGLE;
  own::Query_thread(&level);
  return level > MPI_THREAD_FUNNELED;
}

void share_tables() {
  share_communicators();
  share_windows();
  share_files();
  share_matched_messages();
  requests().shared();
  share_unrecorded();
}

// MPI_Comm_dup is not used here: Open MPI 4.1 numbers the non-blocking collectives of
// MPI_COMM_WORLD, those inside every collective creation of a communicator included, and after a
// certain number of them its MPI_Dist_graph_create may hang. One more collective of ours made
// programs hang; this call leaves the number alone.
bool copy_world(MPI_Comm* copy) {
  constexpr int kTag = 7391;
  MPI_Group world;
  if (own::Comm_group(MPI_COMM_WORLD, &world) != MPI_SUCCESS) return false;
  const int error = own::Comm_create_group(MPI_COMM_WORLD, world, kTag, copy);
  own::Group_free(&world);
  return error == MPI_SUCCESS;
}

// Returns the first line of the version: some libraries tell their whole configuration.
void define_library() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  if (own::Get_library_version(text, &length) != MPI_SUCCESS) return;
  core::DefinitionLine("mpi-library").text(text, std::strcspn(text, "\n"));
}

// Nothing can be left out of a compressed trace at the end.
bool has_trace_to_convert() {
  return !trace::eventlog::is_only_summarised(core::process.settings) &&
         !core::process.settings.compressed;
}

void note_unknown_communicators() {
  const std::uint64_t uses = unknown_communicator_uses();
  if (uses == 0) return;
  char text[320];
  std::snprintf(
      text, sizeof text,
      "%llu MPI calls on communicators of unknown origin (connected or accepted, or made "
      "inside of another MPI call by MPI_Comm_idup, MPI_Comm_create_group or MPI_Intercomm_create) "
      "have no message or collective records",
      static_cast<unsigned long long>(uses));
  core::note(text);
}

void note_unknown_windows() {
  const std::uint64_t uses = unknown_window_uses();
  if (uses == 0) return;
  char text[160];
  std::snprintf(text, sizeof text,
                "%llu MPI calls on windows of communicators of unknown origin have no records",
                static_cast<unsigned long long>(uses));
  core::note(text);
}

void define_this_process() {
  session.is_defined = true;
  int rank = 0;
  int size = 1;
  {
    const World world;
    own::Group_rank(world.group(), &rank);
    own::Group_size(world.group(), &size);
  }
  core::define_process(static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(size));
  define_job();
  if (!is_selected(Call::Send) || !is_selected(Call::Bcast)) core::DefinitionLine("unselected");
  if (has_trace_to_convert()) begin_counting();
  if (!core::apply_rank_window(static_cast<std::uint32_t>(rank))) leave_out_process();
  define_library();
  define_predefined_communicators();
  if (core::process.settings.compressed) {
    if (!finalize::compress_while_running(core::process.settings.fold))
      core::note("the compressed trace is made after the run: there is no memory for it now");
    core::drain();  // no call waits for this, however long this thread makes no other
  }
}

// In a program that MPI has started, all processes have the same parents.
void define_parents() {
  MPI_Comm parents = MPI_COMM_NULL;
  if (own_job() == kFirstJob || own::Comm_get_parent(&parents) != MPI_SUCCESS) return;
  define_spawned(own_job(), Side::IsStarted, parents);
}

// Returns whether a process of this job knows one of another job. Then what all jobs have recorded
// is put together after the run: no job waits for another one at its end.
bool has_other_jobs() {
  int own_answer = knows_other_job() ? 1 : 0;
  int answer = own_answer;
  own::Allreduce(&own_answer, &answer, 1, MPI_INT, MPI_MAX, session.tool);
  return answer != 0;
}

void unite_processes() {
  if (has_trace_to_convert()) make_selection_consistent(session.tool);
  if (!trace::eventlog::is_only_summarised(core::process.settings)) unify_definitions(session.tool);
  if (core::process.settings.compressed) unite_traces(session.tool);
  if (core::process.settings.profile) unite_summaries(session.tool);
}

// The wait belongs to the program, in samples as well, and not to our own work.
void wait_for_all() {
  const core::KeepErrno keep_errno;
  behind_pmpi::Barrier(session.tool);
}

}  // namespace

bool asked_to_measure() {
  const core::Phase phase = core::phase();
  return phase != core::Phase::Inert && phase != core::Phase::Forked && phase != core::Phase::Ended;
}

void begin_session(const Entry& entry) {
  const core::OnOwnAccount on_own_account;
  if (has_threads()) share_tables();
  const TracingRegion tracing(entry);
  if (!session.is_defined) {
    define_this_process();
    define_parents();
  }
  if (!copy_world(&session.tool)) {
    return core::note(
        "MPI_Comm_create_group failed: clocks and definitions of the processes differ");
  }
  own::Comm_set_errhandler(session.tool, MPI_ERRORS_RETURN);
  session.open = true;
  session.clocks.open(session.tool);
  session.clocks.measure();
  begin_comparisons(session.tool, session.clocks);
}

void session_opened(const Entry& entry) {
  const core::OnOwnAccount on_own_account;
  sessions.lock.enable();
  const std::lock_guard guard(sessions.lock);
  share_tables();  // nobody says whether there are other threads
  if (sessions.open++ != 0 || session.open) return;
  const TracingRegion tracing(entry);
  if (open_world_of_sessions() && !session.is_defined) define_this_process();
}

void session_closes() {
  const core::OnOwnAccount on_own_account;
  const std::lock_guard guard(sessions.lock);
  if (sessions.open == 0 || --sessions.open != 0) return;
  close_world_of_sessions();
  if (session.open || sessions.were_ended) return;
  sessions.were_ended = true;
  core::DefinitionLine("sessions");
  note_unknown_communicators();
  note_unknown_windows();
}

void end_session(const Entry& entry) {
  if (!session.open) return;
  session.open = false;
  end_comparisons();
  wait_for_all();
  const core::OnOwnAccount on_own_account;
  const TracingRegion tracing(entry);
  // These functions may be called later, when regions can no longer be unified.
  region_of(Call::Initialized);
  region_of(Call::Finalized);
  define_no_more_places();
  stacks::define_no_more();
  stacks::note_incomplete();
  note_unknown_communicators();
  note_unknown_windows();
  session.clocks.measure();
  session.clocks.close();
  if (!has_other_jobs()) unite_processes();
  own::Comm_free(&session.tool);
}

}  // namespace tarry::runtime::mpi
