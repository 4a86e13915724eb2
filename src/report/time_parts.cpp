// SPDX-License-Identifier: BSD-3-Clause
#include "report/time_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "model/wait_states.h"
#include "report/cube_types.h"
#include "report/quantity.h"
#include "report/query.h"
#include "report/wait_states.h"

namespace tarry::report {
namespace {

namespace metric = model::metric;

constexpr double kNoPart = 1e-9;  // part of the time: less is no part of it

class Parting {
 public:
  explicit Parting(const SeverityCube& cube) : cube_(cube), rest_(total(metric::time)) {}

  std::vector<TimePart> run() {
    const double all = rest_;
    const bool has_waits = looks_for_waiting(cube_);
    const auto named = [&](const char* other, const char* whole) {
      return has_waits ? other : whole;
    };
    const double lost = std::min(total(metric::lost_cores_comp), total(metric::comp));
    add("computation", total(metric::comp) - lost, {metric::comp});
    add("computation without a core", lost, {metric::lost_cores_comp});

    const double init = total(metric::mpi_init_exit) - total(metric::mpi_finalize_wait);
    const TimePart waiting = waiting_in("waiting in MPI", model::Paradigm::Mpi);
    add(waiting);
    add("MPI_Init and MPI_Finalize", init, {metric::mpi_init_exit});
    add(named("other MPI", "MPI"), total(metric::mpi) - init - waiting.time_s, {metric::mpi});

    const TimePart at_barriers = waiting_in("waiting in OpenMP", model::Paradigm::OpenMp);
    add(at_barriers);
    add("fork and join of OpenMP", total(metric::omp_management), {metric::omp_management});
    add(named("other OpenMP", "OpenMP"),
        total(metric::omp_time) - at_barriers.time_s - total(metric::omp_management),
        {metric::omp_time});

    const TimePart for_locks = waiting_in("waiting in POSIX threads", model::Paradigm::Pthread);
    add(for_locks);
    add(named("other POSIX threads", "POSIX threads"),
        total(metric::pthread_time) - for_locks.time_s, {metric::pthread_time});
    add("idle threads", total(metric::omp_idle_threads), {metric::omp_idle_threads});
    add("measurement and other", rest_, {metric::time});
    std::erase_if(parts_, [&](const TimePart& part) { return part.time_s <= kNoPart * all; });
    return std::move(parts_);
  }

 private:
  [[nodiscard]] double total(MetricId known) const {
    const MetricId id = cube_.find(known);
    return id.valid() ? cube_.total(id) : 0.0;
  }
  [[nodiscard]] TimePart waiting_in(const char* name, model::Paradigm paradigm) const {
    TimePart part{name, 0.0, {}};
    for (const model::WaitStateInfo& wait : model::all_waiting_states()) {
      const double time = wait.paradigm == paradigm ? total(wait.metric) : 0.0;
      if (time == 0.0) continue;
      part.time_s += time;
      part.metrics.emplace_back(model::info(wait.metric).id);
    }
    return part;
  }
  void add(const char* name, double time_s, std::initializer_list<MetricId> metrics) {
    TimePart part{name, time_s, {}};
    for (const MetricId id : metrics) part.metrics.emplace_back(model::info(id).id);
    add(part);
  }
  void add(const TimePart& part) {
    rest_ -= part.time_s;
    parts_.push_back(part);
  }

  const SeverityCube& cube_;
  double rest_;
  std::vector<TimePart> parts_;
};

}  // namespace

std::vector<TimePart> time_parts(const SeverityCube& cube) {
  const auto& attributes = cube.experiment.attributes;
  const bool is_of_one_run =
      !attributes.contains(kOperationKey) && !attributes.contains(kHeadlineKey);
  if (!is_of_one_run || !cube.find(metric::comp).valid() || own_time(cube) <= 0.0) return {};
  return Parting(cube).run();
}

std::string time_parts_text(const SeverityCube& cube) {
  std::vector<TimePart> parts = time_parts(cube);
  if (parts.empty()) return "";
  std::stable_sort(parts.begin(), parts.end(),
                   [](const TimePart& a, const TimePart& b) { return a.time_s > b.time_s; });
  std::vector<std::string> texts;
  for (const TimePart& part : parts)
    texts.push_back(fmt::format("{} {}{}", percent(part.time_s, own_time(cube)),
                                texts.empty() ? "is " : "", part.name));
  return fmt::format("Of the time, {}.", fmt::join(texts, ", "));
}

}  // namespace tarry::report
