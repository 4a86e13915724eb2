// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/sampling/mpi/counted_call.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "runtime/core/beside_samples.h"
#include "runtime/core/keep_errno.h"
#include "runtime/sampling/call_counts.h"
#include "runtime/sampling/mpi/caller_origin.h"
#include "runtime/sampling/process_file.h"

namespace tarry::runtime::sampling::mpi {

constinit std::atomic<std::uint64_t> tarry_known_callers[std::size_t{1} << kCallerBits] = {};

namespace {

// Uses the same hash as call_stubs.S.
std::atomic<std::uint64_t>& known_caller(std::uint64_t address) {
  constexpr std::uint32_t kFactor = 0x9E3779B9;
  const std::uint32_t hash = static_cast<std::uint32_t>(address) * kFactor;
  return tarry_known_callers[hash >> (32 - kCallerBits)];
}

// Prints what the dynamic loader would have printed about a missing function.
[[noreturn]] void say_that_it_is_missing(const char* name) {
  char text[200];
  const int length =
      std::snprintf(text, sizeof text, "symbol lookup error: undefined symbol: %s\n", name);
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, text, static_cast<std::size_t>(length));
  constexpr int kStatusOfTheLoader = 127;
  _exit(kStatusOfTheLoader);
}

// Looks behind us, then in a library that was loaded only for a plug-in of the program.
const void* find(const char* name) {
  if (const void* behind = dlsym(RTLD_NEXT, name); behind != nullptr) return behind;
  void* library = dlopen(TARRY_MPI_SONAME, RTLD_LAZY | RTLD_NOLOAD);
  const void* found = library != nullptr ? dlsym(library, name) : nullptr;
  if (library != nullptr) dlclose(library);
  if (found == nullptr) say_that_it_is_missing(name);
  return found;
}

// Where events are recorded as well, the processes that the program starts are, too.
void note_started_processes(const char* name) {
  if (tarry_own_account == nullptr && std::strstr(name, "MPI_Comm_spawn") != nullptr)
    write_process_line("note", "%s", "processes that MPI_Comm_spawn has started are not sampled",
                       "");
}

}  // namespace

const void* tarry_find_function(CountedCall* call) {
  if (call->is_found.load(std::memory_order_acquire) == 0) {
    const core::KeepErrno keep_errno;
    note_started_processes(call->name);
    call->target.store(find(call->name), std::memory_order_relaxed);
    call->is_found.store(1, std::memory_order_release);
  }
  return call->target.load(std::memory_order_relaxed);
}

const void* tarry_first_call_from(CountedCall* call, const void* return_address) {
  const auto address = reinterpret_cast<std::uint64_t>(return_address);
  const bool counts = origin_of(return_address) == Origin::Program;
  if (counts) tarry_mpi_calls += call->increment;
  known_caller(address).store(counts ? address : address | kUncounted, std::memory_order_relaxed);
  return tarry_find_function(call);
}

}  // namespace tarry::runtime::sampling::mpi
