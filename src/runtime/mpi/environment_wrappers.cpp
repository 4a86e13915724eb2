// SPDX-License-Identifier: BSD-3-Clause
// The wrappers for the beginning and the end of MPI and of its sessions, and for MPI_Pcontrol.
#include "runtime/core/pause.h"
#include "runtime/mpi/session.h"
#include "runtime/mpi/wrapper.h"

namespace tarry::runtime::mpi {
namespace {

template <class Run>
[[gnu::always_inline]] inline int initialize(Call call, Run run) {
  const Entry entry(is_selected(call));
  if (!entry.outermost() || !asked_to_measure()) return run();
  int error = MPI_SUCCESS;
  load_statistics();
  {
    const CallRecord record(entry, call);
    error = run();
  }
  if (error == MPI_SUCCESS) begin_session(entry);
  if (has_statistics.load(std::memory_order_relaxed)) go_on_measuring(entry);
  return error;
}

}  // namespace

TARRY_WRAPPER(int, Init, (int* argc, char*** argv)) {
  return initialize(Call::Init, [&] { return real::Init(argc, argv); });
}

TARRY_WRAPPER(int, Init_thread, (int* argc, char*** argv, int required, int* provided)) {
  return initialize(Call::Init_thread,
                    [&] { return real::Init_thread(argc, argv, required, provided); });
}

TARRY_WRAPPER(int, Finalize, (void)) {
  const Entry entry(is_selected(Call::Finalize));
  if (!entry.outermost()) {
    // A call that never returned (an exception or longjmp left it) hides this one; the other
    // processes wait for this process nevertheless.
    end_session(entry);
    return real::Finalize();
  }
  const CallRecord record(entry, Call::Finalize);
  end_session(entry);
  return real::Finalize();
}

#if TARRY_HAS_Session_init
TARRY_WRAPPER(int, Session_init, (MPI_Info hints, MPI_Errhandler handler, MPI_Session* session)) {
  const Entry entry(is_selected(Call::Session_init));
  if (!entry.outermost() || !asked_to_measure()) return real::Session_init(hints, handler, session);
  int error = MPI_SUCCESS;
  load_statistics();
  {
    const CallRecord record(entry, Call::Session_init);
    error = real::Session_init(hints, handler, session);
  }
  if (error == MPI_SUCCESS) session_opened(entry);
  return error;
}

TARRY_WRAPPER(int, Session_finalize, (MPI_Session * session)) {
  const Entry entry(is_selected(Call::Session_finalize));
  if (!entry.outermost() || !asked_to_measure()) return real::Session_finalize(session);
  const CallRecord record(entry, Call::Session_finalize);
  session_closes();
  return real::Session_finalize(session);
}
#endif

TARRY_WRAPPER(int, Abort, (MPI_Comm comm, int status)) {
  const Entry entry(is_selected(Call::Abort));
  if (!entry) return real::Abort(comm, status);
  const CallRecord record(entry, Call::Abort);
  return real::Abort(comm, status);
}

TARRY_WRAPPER(int, Pcontrol, (const int level, ...)) {
  const Entry entry(is_selected(Call::Pcontrol));
  if (!entry.outermost()) return real::Pcontrol(level);
  if (level != 0) core::resume_recording();
  int error = MPI_SUCCESS;
  {
    const CallRecord record(entry, Call::Pcontrol);
    error = real::Pcontrol(level);
  }
  if (level == 0) core::pause_recording();
  return error;
}

}  // namespace tarry::runtime::mpi
