// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/finalize/statistics.h"

#include <pthread.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compressed/format/plugin_statistics.h"
#include "runtime/core/definitions_log.h"

namespace tarry::runtime::finalize {
namespace {

using compressed::StatisticValue;
using compressed::ThreadStatistics;

// Both stay until the process ends: threads may be using them.
constinit compressed::PluginStatistics* plugins = nullptr;
constinit pthread_key_t thread_key{};  // its destructor ends the statistics of a thread

[[gnu::tls_model("initial-exec")]] constinit thread_local ThreadStatistics* of_thread = nullptr;

void on_thread_exit(void* thread) {
  delete static_cast<ThreadStatistics*>(thread);
  of_thread = nullptr;
}

// Returns nullptr without memory.
ThreadStatistics* statistics_of_thread() noexcept try {
  if (of_thread == nullptr) {
    of_thread = new ThreadStatistics(*plugins);
    pthread_setspecific(thread_key, of_thread);
  }
  return of_thread;
} catch (...) {
  return nullptr;
}

void load_each(std::string_view files, compressed::PluginStatistics& to) {
  while (!files.empty()) {
    const std::string file(files.substr(0, files.find(',')));
    files.remove_prefix(std::min(files.size(), file.size() + 1));
    const base::Status loaded = to.load(file);
    if (!loaded.ok()) core::note(loaded.error().message().c_str());
  }
}

void define(const std::vector<compressed::Statistic>& statistics) {
  for (std::size_t i = 0; i < statistics.size(); ++i)
    core::DefinitionLine("statistic")
        .number(i)
        .text(statistics[i].name.c_str())
        .text(statistics[i].unit.c_str());
}

}  // namespace

bool load_statistics(const char* files) try {
  auto loaded = std::make_unique<compressed::PluginStatistics>();
  load_each(files, *loaded);
  if (loaded->all().empty() || pthread_key_create(&thread_key, on_thread_exit) != 0) return false;
  define(loaded->statistics());
  plugins = loaded.release();
  return true;
} catch (...) {
  core::note("the statistics of plug-ins are not kept: there is no memory for them");
  return false;
}

std::span<const StatisticValue> measure_begin(const tarry_statistics_call& call) {
  ThreadStatistics* const thread = statistics_of_thread();
  return thread == nullptr ? std::span<const StatisticValue>() : thread->enter(call);
}

std::span<const StatisticValue> measure_end(const tarry_statistics_call& call) {
  ThreadStatistics* const thread = statistics_of_thread();
  return thread == nullptr ? std::span<const StatisticValue>() : thread->leave(call);
}

void measure_between(const tarry_statistics_call& call) {
  if (ThreadStatistics* const thread = statistics_of_thread(); thread != nullptr)
    thread->go_on(call);
}

}  // namespace tarry::runtime::finalize
