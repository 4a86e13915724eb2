// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/own_stack.h"

#include <ucontext.h>

namespace tarry::runtime::core {
namespace {

// Guarded by Process::lock.
struct OwnStack {
  alignas(64) char memory[512u << 10];
  ucontext_t caller;
  ucontext_t callee;
  void (*function)(void*);
  void* argument;
};
OwnStack own;

void run() { own.function(own.argument); }

}  // namespace

void call_on_own_stack(void (*function)(void*), void* argument) {
  if (getcontext(&own.callee) != 0) return;
  own.function = function;
  own.argument = argument;
  own.callee.uc_stack.ss_sp = own.memory;
  own.callee.uc_stack.ss_size = sizeof own.memory;
  own.callee.uc_link = &own.caller;
  makecontext(&own.callee, run, 0);
  swapcontext(&own.caller, &own.callee);
}

}  // namespace tarry::runtime::core
