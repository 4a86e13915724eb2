// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mpi/job.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/parse_number.h"
#include "runtime/core/definitions_log.h"
#include "trace/eventlog/settings.h"

namespace tarry::runtime::mpi {
namespace {

constexpr std::size_t kDigits = 16;  // of half an identity

struct Job {
  CommKey key = kFirstJob;
  char place[JobText::kMost] = "";
  bool is_read = false;
  std::atomic<std::uint32_t> started = 0;  // jobs that this process has started
  std::atomic<bool> knows_other = false;
};

constinit Job job;

void read_variable() {
  const char* const value = std::getenv(trace::eventlog::kJobVariable);
  if (value == nullptr) return;
  const std::string_view text(value);
  CommKey key;
  if (text.size() < 2 * kDigits + 2 || text.size() - 2 * kDigits > sizeof job.place ||
      text[2 * kDigits] != ':' || !base::parse_number(text.substr(0, kDigits), key.high, 16) ||
      !base::parse_number(text.substr(kDigits, kDigits), key.low, 16))
    return;
  job.key = key;
  std::strcpy(job.place, value + 2 * kDigits + 1);
}

// The first call comes before the program may have threads that call.
const Job& this_job() {
  if (!job.is_read) {
    job.is_read = true;
    read_variable();
  }
  return job;
}

}  // namespace

CommKey own_job() { return this_job().key; }

CommKey own_world() {
  const CommKey key = own_job();
  return key == kFirstJob ? kWorldKey : collective_identity(key, Creation::World, 0, {});
}

void define_job() {
  if (this_job().place[0] != '\0') core::DefinitionLine("job").text(job.place);
}

bool name_next_job(CommKey key, int rank, JobText& out) {
  const char* const place = this_job().place;
  const int length = std::snprintf(
      out.text, sizeof out.text, "%016llx%016llx:%s%s%d,%u",
      static_cast<unsigned long long>(key.high), static_cast<unsigned long long>(key.low), place,
      place[0] == '\0' ? "" : ",", rank, job.started.fetch_add(1, std::memory_order_relaxed));
  return length > 0 && static_cast<std::size_t>(length) < sizeof out.text;
}

void note_other_job() { job.knows_other.store(true, std::memory_order_relaxed); }

bool knows_other_job() { return job.knows_other.load(std::memory_order_relaxed); }

}  // namespace tarry::runtime::mpi
