// SPDX-License-Identifier: BSD-3-Clause
#include "model/definitions.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace tarry::model {
namespace {

// The names, in the order of the enumerators.
constexpr std::string_view kRoleNames[] = {"unknown",
                                           "function",
                                           "wrapper",
                                           "loop",
                                           "code",
                                           "parallel",
                                           "sections",
                                           "section",
                                           "workshare",
                                           "single",
                                           "single_sblock",
                                           "master",
                                           "critical",
                                           "critical_sblock",
                                           "atomic",
                                           "barrier",
                                           "implicit_barrier",
                                           "flush",
                                           "ordered",
                                           "ordered_sblock",
                                           "task",
                                           "task_create",
                                           "task_wait",
                                           "coll_one2all",
                                           "coll_all2one",
                                           "coll_all2all",
                                           "coll_other",
                                           "file_io",
                                           "point2point",
                                           "rma",
                                           "data_transfer",
                                           "artificial",
                                           "thread_create",
                                           "thread_wait",
                                           "task_untied",
                                           "allocate",
                                           "deallocate",
                                           "reallocate",
                                           "file_io_metadata"};

constexpr std::string_view kParadigmNames[] = {
    "unknown",   "user",     "compiler",  "openmp",    "mpi",     "cuda",   "measurement_system",
    "pthread",   "hmpp",     "ompss",     "hardware",  "gaspi",   "upc",    "shmem",
    "winthread", "qtthread", "acethread", "tbbthread", "openacc", "opencl", "mtapi",
    "sampling",  "none",     "hip",       "kokkos"};

template <class Enum>
std::string_view name_of(std::span<const std::string_view> names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  return index < names.size() ? names[index] : "unknown";
}

template <class Enum>
std::optional<Enum> by_name(std::span<const std::string_view> names, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view role_name(RegionRole role) { return name_of(kRoleNames, role); }
std::string_view paradigm_name(Paradigm paradigm) { return name_of(kParadigmNames, paradigm); }

std::optional<RegionRole> role_by_name(std::string_view name) {
  return by_name<RegionRole>(kRoleNames, name);
}
std::optional<Paradigm> paradigm_by_name(std::string_view name) {
  return by_name<Paradigm>(kParadigmNames, name);
}

}  // namespace tarry::model
