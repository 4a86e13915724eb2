// SPDX-License-Identifier: BSD-3-Clause
// Unwinds a busy thread at thousands of moments in three ways: like the sampler, without the
// knowledge of the last sample, and by the compiler's unwinder (backtrace()). All results must be
// equal.
#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <signal.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unwind.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>

#include "runtime/sampling/call_path.h"
#include "runtime/sampling/sampler.h"
#include "workload.h"

namespace {

using tarry::runtime::sampling::CallPath;
using tarry::runtime::sampling::Interrupted;
using tarry::runtime::sampling::RulesCache;
using tarry::runtime::sampling::StackMemory;
using tarry::runtime::sampling::StackRange;

constexpr std::size_t kMost = 600;
constexpr unsigned kWanted = 2000;
constexpr unsigned kRounds = 3000;

// Requests the next sample, unless there are enough: one at a time, so the program progresses
// however long the checks take.
void set_timer(unsigned samples) {
  const itimerval soon{{0, 0}, {0, samples < kWanted ? 300 : 0}};
  setitimer(ITIMER_REAL, &soon, nullptr);
}

struct Check {
  RulesCache cache;
  CallPath fast;
  CallPath full;
  StackRange stack;
  unsigned samples = 0;
  unsigned partial = 0;
  unsigned not_equal = 0;  // differences between fast and full unwinding
  unsigned asked = 0;      // samples that the other unwinder was asked about
  unsigned not_known = 0;  // frames that the other unwinder does not know
  unsigned shown = 0;
};
Check* check = nullptr;

bool is_same(CallPath& a, CallPath& b) {
  if (a.size() != b.size() || a.is_partial() != b.is_partial() || a.shared() != b.shared())
    return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i].state == b[i].state) || a[i].cfa != b[i].cfa || a[i].function != b[i].function)
      return false;
  return true;
}

bool is_known(CallPath& path, void** frames, std::size_t count) {
  const std::uint64_t leaf = path[path.size() - 1].state.pc;
  std::size_t at = 0;
  while (at < count && reinterpret_cast<std::uint64_t>(frames[at]) != leaf) ++at;
  if (count - at != path.size()) return false;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (reinterpret_cast<std::uint64_t>(frames[at + i]) != path[path.size() - 1 - i].state.pc)
      return false;
  return true;
}

// The other unwinder crashes if it is interrupted on its way to a handler of exceptions.
bool is_in_other_unwinder(CallPath& path) {
  dl_find_object other{}, found{};
  if (_dl_find_object(reinterpret_cast<void*>(&_Unwind_Backtrace), &other) != 0) return false;
  for (std::size_t i = 0; i < path.size(); ++i)
    if (_dl_find_object(reinterpret_cast<void*>(path[i].state.code()), &found) == 0 &&
        found.dlfo_link_map == other.dlfo_link_map)
      return true;
  return false;
}

void show(CallPath& path, void** frames, std::size_t count) {
  if (++check->shown > 3) return;
  for (std::size_t i = 0; i < std::max(path.size(), count); ++i)
    std::fprintf(
        stderr, "%2zu ours %14llx   theirs %14llx\n", i,
        i < path.size() ? static_cast<unsigned long long>(path[path.size() - 1 - i].state.pc) : 0,
        i < count ? reinterpret_cast<unsigned long long>(frames[i]) : 0);
}

void compare(const ucontext_t& context) {
  static void* frames[kMost];
  const Interrupted at = tarry::runtime::sampling::interrupted_at(context);
  const auto begin = reinterpret_cast<std::uint64_t>(context.uc_stack.ss_sp);
  const StackMemory memory(check->stack, {begin, begin + context.uc_stack.ss_size});
  check->fast.update(at.leaf, at.registers, {}, check->cache, memory);
  check->full.update(at.leaf, at.registers, {}, check->cache, memory, false);
  ++check->samples;
  if (!is_same(check->fast, check->full)) ++check->not_equal;
  if (is_in_other_unwinder(check->fast)) return;
  if (check->fast.is_partial()) ++check->partial;
  ++check->asked;
  const auto count = static_cast<std::size_t>(backtrace(frames, kMost));
  if (is_known(check->fast, frames, count)) return;
  ++check->not_known;
  show(check->fast, frames, count);
}

void on_timer(int, siginfo_t*, void* data) {
  compare(*static_cast<const ucontext_t*>(data));
  set_timer(check->samples);
}

StackRange own_stack() {
  pthread_attr_t attributes;
  void* begin = nullptr;
  std::size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) std::abort();
  pthread_attr_getstack(&attributes, &begin, &size);
  pthread_attr_destroy(&attributes);
  const auto address = reinterpret_cast<std::uint64_t>(begin);
  return {address, address + size};
}

}  // namespace

int main() {
  const auto state = std::make_unique<Check>();
  check = state.get();
  check->stack = own_stack();
  void* first = nullptr;
  backtrace(&first, 1);  // loads what it needs
  struct sigaction action {};
  action.sa_sigaction = on_timer;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigfillset(&action.sa_mask);
  sigaction(SIGALRM, &action, nullptr);
  set_timer(0);
  for (unsigned round = 0; round < kRounds && check->samples < kWanted; ++round) work(round);
  std::printf("%u samples, %u partial, %u differ from full unwinding, %u of %u from backtrace()\n",
              check->samples, check->partial, check->not_equal, check->not_known, check->asked);
  return check->samples >= kWanted && check->asked > kWanted / 2 && check->partial == 0 &&
                 check->not_equal == 0 && check->not_known == 0
             ? 0
             : 1;
}
