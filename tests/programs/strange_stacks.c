// SPDX-License-Identifier: BSD-3-Clause
// MPI calls where a stack is not what it usually is: ten thousand frames, another stack that the
// program has switched to, frames left by a jump, a stack of a signal handler, code without call
// frame information, threads. Calls are those that MPI allows there.
#define _GNU_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#define PLAIN __attribute__((noinline))

static volatile int kept;

PLAIN static void ask(void) {
  int flag;
  MPI_Initialized(&flag);
  kept += flag;
}

PLAIN static void deep(int depth) {
  if (depth > 0) deep(depth - 1);
  if (depth % 1000 == 0) ask();
  kept += depth;
}

static ucontext_t outside, inside;

PLAIN static void in_coroutine(void) {
  for (int i = 0; i < 3; ++i) {
    ask();
    swapcontext(&inside, &outside);
  }
}

PLAIN static void coroutine(void) {
  const size_t size = 64 << 10;
  void* stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = size;
  inside.uc_link = &outside;
  makecontext(&inside, in_coroutine, 0);
  for (int i = 0; i < 4; ++i) {
    swapcontext(&outside, &inside);
    if (i < 3) ask();
  }
  munmap(stack, size);
}

static jmp_buf back;

PLAIN static void jump(int depth) {
  if (depth > 0) jump(depth - 1);
  ask();
  if (depth == 0) longjmp(back, 1);
}

PLAIN static void jumps(void) {
  for (volatile int i = 0; i < 3; ++i)
    if (setjmp(back) == 0) jump(5);
  ask();
}

static void on_signal(int number) {
  ask();
  kept += number;
}

PLAIN static void signals(void) {
  stack_t stack = {.ss_sp = malloc(256 << 10), .ss_size = 256 << 10};
  stack_t none = {.ss_flags = SS_DISABLE};
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  sigaltstack(&stack, NULL);
  action.sa_flags = SA_ONSTACK;
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  sigaltstack(&none, NULL);
  free(stack.ss_sp);
}

PLAIN static void raise_in_coroutine(void) {
  raise(SIGUSR1);
  kept += 1;
}

// The stack of the coroutine is gone when the next signal comes.
PLAIN static void signal_above_coroutine(void) {
  const size_t size = 64 << 10;
  void* stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  getcontext(&inside);
  inside.uc_stack.ss_sp = stack;
  inside.uc_stack.ss_size = size;
  inside.uc_link = &outside;
  makecontext(&inside, raise_in_coroutine, 0);
  swapcontext(&outside, &inside);
  munmap(stack, size);
  raise(SIGUSR1);
}

static void raise_in_mpi(MPI_Comm* comm, int* code, ...) {
  kept += comm != NULL && *code != 0;
  raise(SIGUSR1);
}

// The alternate stack is a part of the thread's own, further up than the interrupted frame.
PLAIN static void signals_above(void) {
  char memory[256 << 10];
  const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  const stack_t none = {.ss_flags = SS_DISABLE};
  MPI_Errhandler handler;
  sigaltstack(&stack, NULL);
  signal_above_coroutine();
  MPI_Comm_create_errhandler(raise_in_mpi, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  for (int i = 0; i < 3; ++i) MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER);
  ask();
  MPI_Errhandler_free(&handler);
  sigaltstack(&none, NULL);
}

#if defined(__x86_64__)
// Has neither call frame information nor a frame pointer, as a just-in-time compiler may leave it.
__asm__(
    ".text\n"
    ".type call_bare_code, @function\n"
    "call_bare_code:\n"
    "  push %rbp\n"
    "  sub $0x20, %rsp\n"
    "  xor %ebp, %ebp\n"
    "  call *%rdi\n"
    "  add $0x20, %rsp\n"
    "  pop %rbp\n"
    "  ret\n"
    ".size call_bare_code, .-call_bare_code\n");
extern void call_bare_code(void (*function)(void)) __asm__("call_bare_code");
PLAIN static void without_information(void) {
  call_bare_code(ask);
  kept += 1;
}
#else
PLAIN static void without_information(void) { ask(); }
#endif

PLAIN static void* in_thread(void* unused) {
  for (int i = 0; i < 3; ++i) ask();
  return unused;
}

PLAIN static void threads(void) {
  pthread_t made[4];
  for (int i = 0; i < 4; ++i) pthread_create(&made[i], NULL, in_thread, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(made[i], NULL);
}

PLAIN static void plain(void) {
  ask();
  kept += 1;
}

int main(int argc, char** argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  plain();
  deep(10000);
  plain();
  coroutine();
  plain();
  jumps();
  plain();
  signals();
  plain();
  signals_above();
  plain();
  without_information();
  plain();
  threads();
  plain();
  MPI_Finalize();
  return 0;
}
