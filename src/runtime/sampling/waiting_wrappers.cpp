// SPDX-License-Identifier: BSD-3-Clause
// The C library's functions that a signal ends early even if its handler has SA_RESTART
// (signal(7)), and those that then return after a part of their bytes.
#include <poll.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/msg.h>
#include <sys/select.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <cstddef>

#include "runtime/sampling/real_function.h"
#include "runtime/sampling/signal_sets.h"
#include "runtime/sampling/waiting.h"

namespace tarry::runtime::sampling {
namespace {

// A set of the program, changed by `change` with respect to our signal.
template <sigset_t (*change)(sigset_t)>
class ChangedSet {
 public:
  explicit ChangedSet(const sigset_t* set) : given_(set) {
    if (set != nullptr) set_ = change(*set);
  }
  [[nodiscard]] const sigset_t* get() const {
    return given_ != nullptr && is_sampling() ? &set_ : given_;
  }

 private:
  const sigset_t* given_;
  sigset_t set_{};
};
using Blocking = ChangedSet<with_samples>;
using Without = ChangedSet<without_samples>;

}  // namespace
}  // namespace tarry::runtime::sampling

using tarry::runtime::sampling::Blocking;
using tarry::runtime::sampling::Without;

// name, type of the result, parameters, arguments, whether the call may wait for long
#define TARRY_WAITING_CALL(name, result, parameters, arguments, may_wait)                         \
  namespace tarry::runtime::sampling::real {                                                      \
  static constinit RealFunction<result parameters> name##_{#name};                                \
  }                                                                                               \
  extern "C" [[gnu::visibility("default")]] result name parameters {                              \
    const tarry::runtime::sampling::InWaitingCall waiting(reinterpret_cast<const void*>(&(name)), \
                                                          __builtin_dwarf_cfa(), may_wait);       \
    return tarry::runtime::sampling::real::name##_ arguments;                                     \
  }

extern "C" int __poll_chk(pollfd*, nfds_t, int, std::size_t);
extern "C" int __ppoll_chk(pollfd*, nfds_t, const timespec*, const sigset_t*, std::size_t);

TARRY_WAITING_CALL(nanosleep, int, (const timespec* time, timespec* left), (time, left), true)
TARRY_WAITING_CALL(clock_nanosleep, int,
                   (clockid_t clock, int flags, const timespec* time, timespec* left),
                   (clock, flags, time, left), true)
TARRY_WAITING_CALL(sleep, unsigned, (unsigned seconds), (seconds), true)
TARRY_WAITING_CALL(usleep, int, (useconds_t time), (time), true)
TARRY_WAITING_CALL(pause, int, (), (), true)
TARRY_WAITING_CALL(poll, int, (pollfd * files, nfds_t count, int timeout), (files, count, timeout),
                   timeout != 0)
TARRY_WAITING_CALL(__poll_chk, int, (pollfd * files, nfds_t count, int timeout, std::size_t size),
                   (files, count, timeout, size), timeout != 0)
TARRY_WAITING_CALL(select, int,
                   (int count, fd_set* read, fd_set* write, fd_set* error, timeval* timeout),
                   (count, read, write, error, timeout), true)
TARRY_WAITING_CALL(epoll_wait, int, (int file, epoll_event* events, int count, int timeout),
                   (file, events, count, timeout), timeout != 0)
TARRY_WAITING_CALL(sem_timedwait, int, (sem_t * semaphore, const timespec* until),
                   (semaphore, until), true)
TARRY_WAITING_CALL(sem_clockwait, int, (sem_t * semaphore, clockid_t clock, const timespec* until),
                   (semaphore, clock, until), true)
TARRY_WAITING_CALL(msgrcv, ssize_t,
                   (int queue, void* message, std::size_t size, long type, int flags),
                   (queue, message, size, type, flags), (flags & IPC_NOWAIT) == 0)
TARRY_WAITING_CALL(msgsnd, int, (int queue, const void* message, std::size_t size, int flags),
                   (queue, message, size, flags), (flags & IPC_NOWAIT) == 0)
TARRY_WAITING_CALL(semop, int, (int set, sembuf* operations, std::size_t count) noexcept,
                   (set, operations, count), true)
TARRY_WAITING_CALL(semtimedop, int,
                   (int set, sembuf* operations, std::size_t count, const timespec* time) noexcept,
                   (set, operations, count, time), true)
TARRY_WAITING_CALL(write, ssize_t, (int file, const void* bytes, std::size_t count),
                   (file, bytes, count), count > 4096)
TARRY_WAITING_CALL(writev, ssize_t, (int file, const iovec* pieces, int count),
                   (file, pieces, count), true)
TARRY_WAITING_CALL(send, ssize_t, (int file, const void* bytes, std::size_t count, int flags),
                   (file, bytes, count, flags), (flags & MSG_DONTWAIT) == 0)
TARRY_WAITING_CALL(sendto, ssize_t,
                   (int file, const void* bytes, std::size_t count, int flags, const sockaddr* to,
                    socklen_t size),
                   (file, bytes, count, flags, to, size), (flags & MSG_DONTWAIT) == 0)
TARRY_WAITING_CALL(sendmsg, ssize_t, (int file, const msghdr* message, int flags),
                   (file, message, flags), (flags & MSG_DONTWAIT) == 0)
TARRY_WAITING_CALL(recv, ssize_t, (int file, void* bytes, std::size_t count, int flags),
                   (file, bytes, count, flags), (flags & MSG_DONTWAIT) == 0)
TARRY_WAITING_CALL(recvfrom, ssize_t,
                   (int file, void* bytes, std::size_t count, int flags, sockaddr* from,
                    socklen_t* size),
                   (file, bytes, count, flags, from, size), (flags & MSG_DONTWAIT) == 0)
TARRY_WAITING_CALL(recvmsg, ssize_t, (int file, msghdr* message, int flags), (file, message, flags),
                   (flags & MSG_DONTWAIT) == 0)

// Calls with a set of signals that is valid meanwhile.
TARRY_WAITING_CALL(sigsuspend, int, (const sigset_t* mask), (Blocking(mask).get()), true)
TARRY_WAITING_CALL(ppoll, int,
                   (pollfd * files, nfds_t count, const timespec* time, const sigset_t* mask),
                   (files, count, time, Blocking(mask).get()), true)
TARRY_WAITING_CALL(__ppoll_chk, int,
                   (pollfd * files, nfds_t count, const timespec* time, const sigset_t* mask,
                    std::size_t size),
                   (files, count, time, Blocking(mask).get(), size), true)
TARRY_WAITING_CALL(pselect, int,
                   (int count, fd_set* read, fd_set* write, fd_set* error, const timespec* time,
                    const sigset_t* mask),
                   (count, read, write, error, time, Blocking(mask).get()), true)
TARRY_WAITING_CALL(epoll_pwait, int,
                   (int file, epoll_event* events, int count, int timeout, const sigset_t* mask),
                   (file, events, count, timeout, Blocking(mask).get()), timeout != 0)

// Calls that wait for signals.
TARRY_WAITING_CALL(sigwait, int, (const sigset_t* set, int* signal), (Without(set).get(), signal),
                   true)
TARRY_WAITING_CALL(sigwaitinfo, int, (const sigset_t* set, siginfo_t* info),
                   (Without(set).get(), info), true)
TARRY_WAITING_CALL(sigtimedwait, int, (const sigset_t* set, siginfo_t* info, const timespec* time),
                   (Without(set).get(), info, time), true)
