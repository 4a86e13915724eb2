// SPDX-License-Identifier: BSD-3-Clause
#include "model/definitions.h"

#include <iterator>

namespace tarry::model {

std::string_view role_name(RegionRole role) {
  static constexpr std::string_view kNames[] = {"unknown",
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
  const auto index = static_cast<std::size_t>(role);
  return index < std::size(kNames) ? kNames[index] : "unknown";
}

std::string_view paradigm_name(Paradigm paradigm) {
  static constexpr std::string_view kNames[] = {
      "unknown",   "user",     "compiler",  "openmp",    "mpi",     "cuda",   "measurement_system",
      "pthread",   "hmpp",     "ompss",     "hardware",  "gaspi",   "upc",    "shmem",
      "winthread", "qtthread", "acethread", "tbbthread", "openacc", "opencl", "mtapi",
      "sampling",  "none",     "hip",       "kokkos"};
  const auto index = static_cast<std::size_t>(paradigm);
  return index < std::size(kNames) ? kNames[index] : "unknown";
}

}  // namespace tarry::model
