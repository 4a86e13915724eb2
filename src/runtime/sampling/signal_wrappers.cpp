// SPDX-License-Identifier: BSD-3-Clause
// The program's handling of signals, without the signal of the samples: the program does not block
// it, wait for it or handle it. A program that installs a handler of its own for this signal gets
// it, and the samples end.
#include <sys/signalfd.h>

#include "runtime/sampling/session.h"
#include "runtime/sampling/signal_functions.h"
#include "runtime/sampling/signal_sets.h"

namespace tarry::runtime::sampling {

namespace real {
constinit RealFunction<int(int, const struct sigaction*, struct sigaction*)> sigaction_{
    "sigaction"};
constinit RealFunction<int(int, const sigset_t*, sigset_t*)> pthread_sigmask_{"pthread_sigmask"};
}  // namespace real

namespace {

constinit RealFunction<int(int, const sigset_t*, sigset_t*)> real_sigprocmask{"sigprocmask"};
constinit RealFunction<sighandler_t(int, sighandler_t)> real_signal{"signal"};
constinit RealFunction<int(int, const sigset_t*, int)> real_signalfd{"signalfd"};

bool is_ours(int signal) { return signal == sample_signal() && is_sampling(); }

bool is_handler(sighandler_t handler) { return handler != SIG_DFL && handler != SIG_IGN; }

void leave_signal_to_program() {
  stop_sampling("sampling stopped: the program uses the signal of the samples itself");
}

// The program may block every signal but this one. Unblocking it does no harm.
template <class Function>
int change_mask(Function& function, int how, const sigset_t* set, sigset_t* old) {
  if (set == nullptr || how == SIG_UNBLOCK || !is_sampling()) return function(how, set, old);
  const sigset_t without = without_samples(*set);
  return function(how, &without, old);
}

}  // namespace
}  // namespace tarry::runtime::sampling

namespace sampling = tarry::runtime::sampling;

extern "C" {

[[gnu::visibility("default")]] int sigaction(int signal, const struct sigaction* action,
                                             struct sigaction* old) noexcept {
  if (!sampling::is_ours(signal)) return sampling::real::sigaction_(signal, action, old);
  if (action != nullptr && sampling::is_handler(action->sa_handler)) {
    sampling::leave_signal_to_program();
    const int result = sampling::real::sigaction_(signal, action, old);
    if (old != nullptr) *old = {};
    return result;
  }
  if (old != nullptr) *old = {};
  return 0;
}

[[gnu::visibility("default")]] sighandler_t signal(int number, sighandler_t handler) noexcept {
  if (!sampling::is_ours(number)) return sampling::real_signal(number, handler);
  if (!sampling::is_handler(handler)) return SIG_DFL;
  sampling::leave_signal_to_program();
  sampling::real_signal(number, handler);
  return SIG_DFL;
}

[[gnu::visibility("default")]] int pthread_sigmask(int how, const sigset_t* set,
                                                   sigset_t* old) noexcept {
  return sampling::change_mask(sampling::real::pthread_sigmask_, how, set, old);
}

[[gnu::visibility("default")]] int sigprocmask(int how, const sigset_t* set,
                                               sigset_t* old) noexcept {
  return sampling::change_mask(sampling::real_sigprocmask, how, set, old);
}

[[gnu::visibility("default")]] int signalfd(int file, const sigset_t* set, int flags) noexcept {
  if (!sampling::is_sampling()) return sampling::real_signalfd(file, set, flags);
  const sigset_t without = sampling::without_samples(*set);
  return sampling::real_signalfd(file, &without, flags);
}

}  // extern "C"
