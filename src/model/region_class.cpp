// SPDX-License-Identifier: BSD-3-Clause
#include "model/region_class.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <string>

#include "model/metric.h"
#include "model/mpi_function.h"

namespace tarry::model {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kPthreadManagement[] = {
    "pthread_cancel", "pthread_create", "pthread_detach", "pthread_exit", "pthread_join"};
constexpr std::string_view kPthreadMutex[] = {
    "pthread_mutex_destroy",    "pthread_mutex_init",    "pthread_mutex_lock",
    "pthread_mutex_trylock",    "pthread_mutex_unlock",  "pthread_rwlock_destroy",
    "pthread_rwlock_init",      "pthread_rwlock_rdlock", "pthread_rwlock_tryrdlock",
    "pthread_rwlock_trywrlock", "pthread_rwlock_unlock", "pthread_rwlock_wrlock",
    "pthread_spin_destroy",     "pthread_spin_init",     "pthread_spin_lock",
    "pthread_spin_trylock",     "pthread_spin_unlock"};
constexpr std::string_view kPthreadCond[] = {"pthread_barrier_destroy",
                                             "pthread_barrier_init",
                                             "pthread_barrier_wait",
                                             "pthread_cond_broadcast",
                                             "pthread_cond_destroy",
                                             "pthread_cond_init",
                                             "pthread_cond_signal",
                                             "pthread_cond_timedwait",
                                             "pthread_cond_wait",
                                             "sem_destroy",
                                             "sem_init",
                                             "sem_post",
                                             "sem_trywait",
                                             "sem_wait"};
constexpr std::string_view kOmpLocks[] = {
    "omp_destroy_lock",    "omp_init_lock",           "omp_set_lock",
    "omp_test_lock",       "omp_unset_lock",          "omp_destroy_nest_lock",
    "omp_init_nest_lock",  "omp_set_nest_lock",       "omp_test_nest_lock",
    "omp_unset_nest_lock", "omp_init_lock_with_hint", "omp_init_nest_lock_with_hint"};

bool is_in(std::string_view name, Names names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string lower(std::string_view text) {
  std::string made(text);
  for (char& c : made) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return made;
}

RegionKind classify_mpi_role(RegionRole role) {
  switch (role) {
    case RegionRole::Barrier:
      return {RegionClass::MpiSyncCollective, MpiCall::Other};
    case RegionRole::PointToPoint:
      return {RegionClass::MpiPointToPoint, MpiCall::Other};
    case RegionRole::CollectiveOneToAll:
    case RegionRole::CollectiveAllToOne:
    case RegionRole::CollectiveAllToAll:
    case RegionRole::CollectiveOther:
      return {RegionClass::MpiCollective, MpiCall::Other};
    case RegionRole::Rma:
      return {RegionClass::MpiRmaCommunication, MpiCall::Other};
    case RegionRole::Atomic:
      return {RegionClass::MpiRmaCommunication, MpiCall::Atomic};
    default:
      return {RegionClass::MpiOther, MpiCall::Other};
  }
}

// The role decides about unknown functions and about functions without a class of their own.
RegionKind classify_mpi(std::string_view name, RegionRole role) {
  const std::optional<MpiFunction> function = find_mpi_function(name);
  const RegionKind kind = function ? info(*function).kind : RegionKind{};
  const bool is_known =
      function && (kind.region_class != RegionClass::MpiOther || kind.call != MpiCall::Other);
  return is_known ? kind : classify_mpi_role(role);
}

RegionClass classify_openmp(std::string_view name, RegionRole role) {
  using enum RegionClass;
  if (is_in(name, kOmpLocks)) return OmpLockApi;
  if (name.starts_with("!$omp ibarrier") || name.starts_with("!$omp implicit barrier"))
    return OmpImplicitBarrier;
  switch (role) {
    case RegionRole::Barrier:
      return OmpExplicitBarrier;
    case RegionRole::ImplicitBarrier:
      return OmpImplicitBarrier;
    case RegionRole::Critical:
    case RegionRole::Atomic:
      return OmpCritical;
    case RegionRole::Ordered:
      return OmpOrdered;
    case RegionRole::TaskWait:
      return OmpTaskwait;
    case RegionRole::Flush:
      return OmpFlush;
    default:
      break;
  }
  return name.starts_with("!$omp barrier") ? OmpExplicitBarrier : Computation;
}

RegionClass classify_pthread(std::string_view name) {
  if (is_in(name, kPthreadManagement)) return RegionClass::PthreadManagement;
  if (is_in(name, kPthreadMutex)) return RegionClass::PthreadLockApi;
  if (is_in(name, kPthreadCond)) return RegionClass::PthreadConditional;
  return RegionClass::Computation;
}

// If a writer sets no paradigm, the name of the region decides.
bool has_no_paradigm(const Region& region) {
  return region.paradigm == Paradigm::Unknown || region.paradigm == Paradigm::None;
}

}  // namespace

MetricId class_metric(RegionClass region_class) {
  constexpr MetricId kMetrics[] = {
#define TARRY_REGION_CLASS(region_class, id) metric::id,
#include "model/region_classes.def"
  };
  return kMetrics[static_cast<std::size_t>(region_class)];
}

RegionKind classify(const Region& region) {
  const std::string name = lower(region.name);
  const bool measurement =
      region.paradigm == Paradigm::MeasurementSystem || has_no_paradigm(region);
  if (measurement && (name == "trace buffer flush" || name == "tracing"))
    return {RegionClass::Overhead, MpiCall::NotMpi};
  if (region.paradigm == Paradigm::Mpi || has_no_paradigm(region)) {
    if (is_mpi_name(region.name)) return classify_mpi(region.name, region.role);
    // A region `PARALLEL` of the paradigm MPI is the program's own time.
    if (region.paradigm == Paradigm::Mpi && name != "parallel")
      return classify_mpi_role(region.role);
  }
  if (region.paradigm == Paradigm::OpenMp || (has_no_paradigm(region) && name.starts_with("!$omp")))
    return {classify_openmp(name, region.role), MpiCall::NotMpi};
  if (region.paradigm == Paradigm::Pthread ||
      (has_no_paradigm(region) && name.starts_with("pthread_")))
    return {classify_pthread(name), MpiCall::NotMpi};
  return {};
}

}  // namespace tarry::model
