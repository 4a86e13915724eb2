// SPDX-License-Identifier: BSD-3-Clause
#include "diagnosis/report/time_metrics.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "diagnosis/evidence/openmp_frames.h"
#include "model/metric.h"
#include "model/region_class.h"

namespace tarry::diagnosis {
namespace {

using model::MetricId;
namespace metric = model::metric;
using samples::CallingContextTree;

struct OpenmpWait {
  std::string_view frame;
  MetricId metric;
};
constexpr OpenmpWait kOpenmpWaits[] = {{"(wait_for_region)", metric::omp_idle_threads},
                                       {"(end_of_region)", metric::omp_ibarrier},
                                       {"(wait_in_region)", metric::omp_synchronization},
                                       {"(wait_for_lock)", metric::omp_lock_api}};

// Waits that only samples see. A trace has no event for them, or they have other names there:
// pthread_join(), for example, goes on in an inner function without a frame of its own.
struct ThreadWait {
  std::string_view begin;  // of the name
  MetricId metric;
};
constexpr ThreadWait kThreadWaits[] = {{"pthread_clockjoin", metric::pthread_management},
                                       {"pthread_timedjoin", metric::pthread_management},
                                       {"pthread_cond_clockwait", metric::pthread_conditional},
                                       {"pthread_mutex_clocklock", metric::pthread_lock_api},
                                       {"pthread_mutex_timedlock", metric::pthread_lock_api},
                                       {"pthread_barrier_wait", metric::pthread_synchronization},
                                       {"pthread_rwlock_", metric::pthread_synchronization},
                                       {"pthread_spin_lock", metric::pthread_synchronization}};

// The C library also has names of its functions that begin with underscores.
std::string public_name(const std::string& name) {
  const std::size_t begin = name.find_first_not_of('_');
  return begin != std::string::npos && name.compare(begin, 8, "pthread_") == 0 ? name.substr(begin)
                                                                               : name;
}

// The code of a region belongs to the program again.
MetricId metric_of(const OpenmpPlace& place, MetricId computation) {
  if (place.wait != 0) return place.is_lock ? metric::omp_lock_api : metric::omp_synchronization;
  return place.is_inside() && !place.is_work() ? model::metric::omp_time : computation;
}

MetricId metric_of(const samples::Site& site) {
  for (const OpenmpWait& wait : kOpenmpWaits)
    if (site.name == wait.frame) return wait.metric;
  model::Region region;
  region.name = region.canonical = public_name(site.name);
  for (const ThreadWait& wait : kThreadWaits)
    if (region.name.starts_with(wait.begin)) return wait.metric;
  return class_metric(model::classify(region).region_class);
}

}  // namespace

std::vector<MetricId> time_metrics(const CallingContextTree& paths) {
  const MetricId computation = model::metric::comp;
  const MetricId overhead = model::metric::overhead;
  std::vector<MetricId> of_site(paths.site_count(), computation);
  for (std::uint32_t at = 0; at < paths.site_count(); ++at)
    if (const samples::Site& site = paths.site(samples::SiteId{at});
        site.kind == samples::FrameKind::Procedure)
      of_site[at] = metric_of(site);
  const std::vector<OpenmpPlace> openmp = openmp_places(paths);
  // By call path: metric of the outermost call.
  std::vector<MetricId> calls(paths.size(), computation);
  std::vector<MetricId> made(paths.size(), computation);
  for (std::uint32_t at = 1; at < paths.size(); ++at) {  // callers come before what they call
    const samples::FrameId frame{at};
    const MetricId caller = calls[paths.parent(frame).index()];
    const MetricId in_runtime = metric_of(openmp[at], computation);
    if (paths[frame].name == samples::kOwnWork)
      calls[at] = overhead;
    else if (caller != computation)
      calls[at] = caller;
    else if (in_runtime == computation)
      calls[at] = of_site[paths.site_of(frame).index()];
    made[at] = calls[at] == computation ? in_runtime : calls[at];
  }
  return made;
}

std::vector<bool> thread_waits(const CallingContextTree& paths) {
  constexpr MetricId kWaits[] = {metric::omp_idle_threads,       metric::omp_ibarrier,
                                 metric::omp_synchronization,    metric::omp_lock_api,
                                 metric::pthread_conditional,    metric::pthread_lock_api,
                                 metric::pthread_synchronization};
  const std::vector<MetricId> metrics = time_metrics(paths);
  std::vector<bool> waits(paths.size());
  for (std::uint32_t at = 1; at < paths.size(); ++at) {  // callers come before what they call
    const samples::FrameId frame{at};
    // Of the calls that manage threads, only those that join them wait.
    const bool joins = metrics[at] == metric::pthread_management &&
                       (waits[paths.parent(frame).index()] ||
                        paths.site(paths.site_of(frame)).name.find("join") != std::string::npos);
    waits[at] =
        joins || std::find(std::begin(kWaits), std::end(kWaits), metrics[at]) != std::end(kWaits);
  }
  return waits;
}

}  // namespace tarry::diagnosis
