// SPDX-License-Identifier: BSD-3-Clause
// An OpenMP runtime finds us here: when it starts, it looks for ompt_start_tool() in the process.
#include <dlfcn.h>
#include <omp-tools.h>

#include <cstdlib>
#include <cstring>

#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/process.h"
#include "runtime/openmp/callbacks.h"

namespace tarry::runtime::openmp {
namespace {

using trace::eventlog::OpenMpChoice;

// The OpenMP runtimes have an empty ompt_start_tool() of their own.
bool is_of_a_runtime(const void* function) {
  Dl_info found;
  if (dladdr(function, &found) == 0 || found.dli_fname == nullptr) return false;
  const char* slash = std::strrchr(found.dli_fname, '/');
  const char* name = slash != nullptr ? slash + 1 : found.dli_fname;
  return std::strncmp(name, "libomp", 6) == 0 || std::strncmp(name, "libiomp", 7) == 0;
}

// The runtime looks for these tools after us, if we do not start.
bool tools_are_named() {
  const char* libraries = std::getenv("OMP_TOOL_LIBRARIES");
  return libraries != nullptr && libraries[0] != '\0';
}

using StartTool = ompt_start_tool_result_t* (*)(unsigned omp_version, const char* runtime);

// Returns the ompt_start_tool() of another tool behind us, which the runtime will not ask; nullptr
// if there is none.
StartTool next_tool() {
  void* next = dlsym(RTLD_NEXT, "ompt_start_tool");
  return next == nullptr || is_of_a_runtime(next) ? nullptr : reinterpret_cast<StartTool>(next);
}

int initialize(ompt_function_lookup_t look_up, int /*device*/, ompt_data_t* /*tool*/) {
  const auto set = reinterpret_cast<ompt_set_callback_t>(look_up("ompt_set_callback"));
  if (set == nullptr) return 0;
  const auto add = [set](ompt_callbacks_t event, auto* function) {
    set(event, reinterpret_cast<ompt_callback_t>(function));
  };
  add(ompt_callback_thread_begin, on_thread_begin);
  add(ompt_callback_parallel_begin, on_parallel_begin);
  add(ompt_callback_parallel_end, on_parallel_end);
  add(ompt_callback_implicit_task, on_implicit_task);
  add(ompt_callback_work, on_work);
  add(ompt_callback_masked, on_masked);
  add(ompt_callback_sync_region, on_sync_region);
  add(ompt_callback_flush, on_flush);
  add(ompt_callback_mutex_acquire, on_mutex_acquire);
  add(ompt_callback_mutex_acquired, on_mutex_acquired);
  add(ompt_callback_mutex_released, on_mutex_released);
  add(ompt_callback_nest_lock, on_nest_lock);
  add(ompt_callback_task_create, on_task_create);
  add(ompt_callback_task_schedule, on_task_schedule);
  return 1;
}

void finalize(ompt_data_t* /*tool*/) {}

constinit ompt_start_tool_result_t result = {initialize, finalize, {0}};

// If there is another tool, the runtime gets that one, as the user intends.
ompt_start_tool_result_t* start(unsigned omp_version, const char* runtime) {
  const OpenMpChoice choice = core::process.settings.openmp;
  const bool is_wanted =
      core::measured() && choice != OpenMpChoice::Off && choice != OpenMpChoice::Pomp2;
  const StartTool next = next_tool();
  if (is_wanted) core::start_measurement();
  if (is_wanted && next == nullptr && !tools_are_named()) return &result;
  if (is_wanted)
    core::note("OpenMP was not recorded: another tool is registered with its runtime (OMPT)");
  return next != nullptr ? next(omp_version, runtime) : nullptr;
}

}  // namespace
}  // namespace tarry::runtime::openmp

extern "C" {

[[gnu::visibility("default")]] ompt_start_tool_result_t* ompt_start_tool(
    unsigned omp_version, const char* runtime_version) {
  return tarry::runtime::openmp::start(omp_version, runtime_version);
}

}  // extern "C"
