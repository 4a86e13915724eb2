// SPDX-License-Identifier: BSD-3-Clause
#include "busy_calls.h"

#define OMPI_SKIP_MPICXX
#define MPICH_SKIP_MPICXX
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <stdexcept>
#include <string>

// Functions are neither inlined nor cloned nor skipped by a jump: the test looks for their names.
#define SHOWN [[gnu::noipa]]

namespace busy {
namespace {

std::atomic<long> asked;
std::atomic<int> handled;
std::string plugins_folder;

SHOWN long ask() {
  int flag = 0;
  MPI_Initialized(&flag);
  asked.fetch_add(1, std::memory_order_relaxed);
  return flag;
}

// Meets the other rank.
SHOWN long meet() {
  int one = 1;
  int sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

// Each thread uses its own tag.
SHOWN long talk_to_self(int tag) {
  int received = 0;
  MPI_Sendrecv(&tag, 1, MPI_INT, 0, tag, &received, 1, MPI_INT, 0, tag, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  return received;
}

void* map(std::size_t bytes, int protection = PROT_READ | PROT_WRITE) {
  return mmap(nullptr, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

SHOWN long descend(int depth) {
  long sum = depth > 0 ? descend(depth - 1) : meet();
  if (depth % 1000 == 0) sum += ask();
  return sum + 1;
}

SHOWN long deep_calls() { return descend(10000) + ask(); }

SHOWN long descend_alone(int depth) {
  const long sum = depth > 0 ? descend_alone(depth - 1) : ask();
  return sum + (depth % 500 == 0 ? ask() : 0) + 1;
}

SHOWN long throw_from(int depth) {
  if (depth == 0) throw std::runtime_error("busy");
  ask();
  return throw_from(depth - 1) + 1;
}

SHOWN long caught_calls() {
  long sum = 0;
  for (int i = 0; i < 10; ++i) {
    try {
      sum += throw_from(i);
    } catch (const std::exception&) {
      sum += ask();
    }
  }
  return sum + 1;
}

SHOWN long jump_back(jmp_buf& back) { longjmp(back, 1); }

SHOWN long jump_from(jmp_buf& back, int depth) {
  ask();
  return (depth > 0 ? jump_from(back, depth - 1) : jump_back(back)) + 1;
}

SHOWN long jumps() {
  static thread_local int depth;
  depth = 0;
  jmp_buf back;
  if (setjmp(back) != 0) ++depth;
  return depth < 10 ? jump_from(back, depth) : ask() + depth;
}

// A coroutine and the context that switched to it.
struct Switch {
  ucontext_t outside;
  ucontext_t inside;
  void (*body)(Switch&);
  long sum;
};
constexpr std::size_t kStack = 256 << 10;

SHOWN void coroutine_entry(unsigned low, unsigned high) {
  auto& self = *reinterpret_cast<Switch*>(std::uintptr_t{high} << 32 | low);
  self.body(self);
  self.sum += 1;
}

// If `asks`, it calls MPI itself whenever the body has switched back, which happens three times.
SHOWN long coroutine(void (*body)(Switch&), bool asks = true) {
  Switch both{};
  both.body = body;
  void* const stack = map(kStack);
  getcontext(&both.inside);
  both.inside.uc_stack.ss_sp = stack;
  both.inside.uc_stack.ss_size = kStack;
  both.inside.uc_link = &both.outside;
  const auto address = reinterpret_cast<std::uintptr_t>(&both);
  makecontext(&both.inside, reinterpret_cast<void (*)()>(coroutine_entry), 2,
              static_cast<unsigned>(address), static_cast<unsigned>(address >> 32));
  for (int i = 0; i < 4; ++i) {
    swapcontext(&both.outside, &both.inside);
    if (asks) both.sum += ask();
  }
  munmap(stack, kStack);
  return both.sum;
}

void switch_back(Switch& self) { swapcontext(&self.inside, &self.outside); }

SHOWN void in_coroutine(Switch& self) {
  for (int i = 0; i < 3; ++i) {
    self.sum += ask() + caught_calls();
    switch_back(self);
  }
  self.sum += ask();
}

SHOWN void meet_in_coroutine(Switch& self) {
  for (int i = 0; i < 3; ++i) {
    self.sum += meet();
    switch_back(self);
  }
}

SHOWN long coroutines() { return coroutine(in_coroutine) + coroutine(meet_in_coroutine); }

#if defined(__x86_64__)

// push %rbp; mov %rsp,%rbp; call *%rdi; pop %rbp; ret
constexpr unsigned char kWithFramePointer[] = {0x55, 0x48, 0x89, 0xe5, 0xff, 0xd7, 0x5d, 0xc3};
// push %rbp; xor %ebp,%ebp; sub $0x20,%rsp; call *%rdi; add $0x20,%rsp; pop %rbp; ret
constexpr unsigned char kWithoutFramePointer[] = {0x55, 0x31, 0xed, 0x48, 0x83, 0xec, 0x20, 0xff,
                                                  0xd7, 0x48, 0x83, 0xc4, 0x20, 0x5d, 0xc3};

template <std::size_t kBytes>
long run_made(const unsigned char (&code)[kBytes], long (*function)()) {
  void* const made = map(4096);
  std::memcpy(made, code, kBytes);
  mprotect(made, 4096, PROT_READ | PROT_EXEC);
  const long result = reinterpret_cast<long (*)(long (*)())>(made)(function);
  munmap(made, 4096);
  return result;
}

SHOWN long made_code() {
  long sum = 0;
  for (int i = 0; i < 10; ++i) {
    sum += run_made(kWithFramePointer, ask) + run_made(kWithoutFramePointer, ask) + ask();
  }
  return sum + run_made(kWithFramePointer, meet) + run_made(kWithoutFramePointer, meet);
}

#else

SHOWN long made_code() { return ask(); }

#endif

using Run = long(long (*)(), int);

// Returns -1 if there is no such library.
SHOWN long run_plugin(const char* name, int depth, int flags) {
  void* const library = dlopen((plugins_folder + name).c_str(), RTLD_NOW | RTLD_LOCAL | flags);
  if (library == nullptr) return -1;
  const long sum = reinterpret_cast<Run*>(dlsym(library, "plugin_run"))(ask, depth);
  dlclose(library);
  return sum + ask();
}

// Loads each library to the place of the other.
SHOWN long plugins() {
  long sum = 0;
  for (int i = 0; i < 3; ++i)
    sum = sum * 3 + run_plugin("/busy_plain.so", 3, 0) + run_plugin("/busy_other.so", 3, 0) +
          run_plugin("/busy_bare.so", 3, 0);
  return sum;
}

// The memory that its functions allocate stays as long as the thread.
SHOWN long split_stacks() { return run_plugin("/busy_split.so", 50, RTLD_NODELETE); }

SHOWN void ask_in_handler(int) {
  const int kept = errno;
  ask();
  errno = kept;
}

SHOWN void poked(int) {
  const int kept = errno;
  int flag = 0;
  MPI_Finalized(&flag);
  handled.fetch_add(1 + flag, std::memory_order_relaxed);
  errno = kept;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(signal, &action, nullptr);
}

void use_alternate_stack(void* memory, std::size_t bytes) {
  stack_t stack{};
  stack.ss_sp = memory;
  stack.ss_size = bytes;
  if (memory == nullptr) stack.ss_flags = SS_DISABLE;
  sigaltstack(&stack, nullptr);
}

SHOWN void raise_in_coroutine(Switch& self) {
  for (int i = 0; i < 3; ++i) {
    raise(SIGUSR1);
    self.sum += ask();
    switch_back(self);
  }
}

SHOWN void raise_at_end(Switch& self) {
  for (int i = 0; i < 3; ++i) switch_back(self);
  raise(SIGUSR1);
  self.sum += 1;
}

SHOWN long raise_all() {
  long sum = 0;
  for (int i = 0; i < 3; ++i) {
    raise(SIGUSR1);
    sum += coroutine(raise_in_coroutine) + ask();
    raise(SIGUSR1);
    // The last call is in a handler above a stack that is gone at the next one.
    sum += coroutine(raise_at_end, false);
    raise(SIGUSR1);
  }
  return sum;
}

// Another thread constantly sends signals, wherever this one is: in MPI, in a coroutine, in a
// function that ends, in the loader.
SHOWN long poke_all() {
  std::atomic<bool> ends{false};
  struct Poker {
    std::atomic<bool>& ends;
    pthread_t thread;
  } poker{ends, pthread_self()};
  const auto poke = [](void* argument) -> void* {
    const Poker& self = *static_cast<Poker*>(argument);
    while (!self.ends) {
      pthread_kill(self.thread, SIGUSR2);
      usleep(100);
    }
    return nullptr;
  };
  handled = 0;
  pthread_t thread;
  pthread_create(&thread, nullptr, poke, &poker);
  long sum = 0;
  for (bool first = true; first || handled < 50; first = false) {
    sum = coroutine(in_coroutine) + caught_calls() + jumps() + run_plugin("/busy_plain.so", 3, 0) +
          run_plugin("/busy_other.so", 3, 0) + talk_to_self(1) + descend_alone(1000);
    for (int i = 0; i < 100; ++i) sum += ask() + talk_to_self(2);
  }
  ends = true;
  pthread_join(thread, nullptr);
  return sum;
}

SHOWN long handlers_elsewhere() {
  static char memory[kStack];
  use_alternate_stack(memory, sizeof memory);
  return raise_all() + poke_all();
}

// The alternate stack is a part of the thread's own, above all that the thread does meanwhile.
SHOWN long handlers_above() {
  char memory[kStack];
  use_alternate_stack(memory, sizeof memory);
  const long sum = raise_all() + poke_all();
  use_alternate_stack(nullptr, 0);
  return sum;
}

SHOWN long signals_at_calls() {
  handle(SIGUSR1, ask_in_handler);
  handle(SIGUSR2, poked);
  return handlers_elsewhere() + handlers_above();
}

SHOWN void* in_thread(void* argument) {
  auto& result = *static_cast<long*>(argument);
  const int tag = static_cast<int>(result);
  void* const memory = map(kStack);
  use_alternate_stack(memory, kStack);
  long sum =
      ask() + talk_to_self(tag) + descend_alone(2000) + jumps() + caught_calls() + raise_all();
  use_alternate_stack(nullptr, 0);
  munmap(memory, kStack);
  sum += coroutine(in_coroutine) + run_plugin("/busy_bare.so", 3, 0);
  result = sum + ask();
  if (tag % 2 == 0) pthread_exit(nullptr);
  return nullptr;
}

SHOWN long threads_at_calls() {
  long sums[4] = {10, 11, 12, 13};
  pthread_t team[4];
  for (int i = 0; i < 4; ++i) pthread_create(&team[i], nullptr, in_thread, &sums[i]);
  for (pthread_t thread : team) pthread_join(thread, nullptr);
  return sums[0] + sums[1] + sums[2] + sums[3] + ask();
}

void note_error(MPI_Comm*, int*, ...) {
  int flag = 0;
  MPI_Finalized(&flag);
}

// MPI calls the program, which calls MPI; this is a part of the outer call.
SHOWN long called_back() {
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  MPI_Comm_create_errhandler(note_error, &handler);
  MPI_Comm_set_errhandler(copy, handler);
  long sum = 0;
  for (int i = 0; i < 3; ++i) {
    MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER);
    sum += ask();
  }
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&copy);
  return sum;
}

SHOWN long children_at_calls() {
  const pid_t child = fork();
  if (child == 0) _exit(descend_alone(2000) + coroutine(in_coroutine) > 2000 ? 7 : 8);
  int status = 0;
  const pid_t ended = waitpid(child, &status, 0);
  return (ended == child ? WEXITSTATUS(status) : -1) + ask();
}

}  // namespace

std::vector<long (*)()> call_parts(const char* folder) {
  plugins_folder = folder;
  return {deep_calls,   caught_calls,     jumps,
          coroutines,   made_code,        plugins,
          split_stacks, signals_at_calls, threads_at_calls,
          called_back,  children_at_calls};
}

long initialized_calls() { return asked; }

}  // namespace busy
