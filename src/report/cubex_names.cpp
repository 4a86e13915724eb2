// SPDX-License-Identifier: BSD-3-Clause
#include "report/cubex_names.h"

#include <span>

namespace tarry::report {
namespace {

struct Pair {
  std::string_view otf2;
  std::string_view cube;
};

// Only names that differ are listed.
constexpr Pair kRoles[] = {
    {"coll_one2all", "one2all"},
    {"coll_all2one", "all2one"},
    {"coll_all2all", "all2all"},
    {"coll_other", "other collective"},
    {"single_sblock", "single sblock"},
    {"critical_sblock", "critical sblock"},
    {"ordered_sblock", "ordered sblock"},
    {"implicit_barrier", "implicit barrier"},
    {"task_create", "task create"},
    {"task_wait", "taskwait"},
    {"task_untied", "untied task"},
    {"thread_create", "thread create"},
    {"thread_wait", "thread wait"},
    {"data_transfer", "data transfer"},
    {"file_io_metadata", "file_io metadata"},
};
constexpr Pair kParadigms[] = {{"measurement_system", "measurement"}};

std::string to_cube(std::span<const Pair> pairs, std::string_view word) {
  for (const Pair& pair : pairs)
    if (pair.otf2 == word) return std::string(pair.cube);
  return std::string(word);
}

std::string to_otf2(std::span<const Pair> pairs, std::string_view word) {
  for (const Pair& pair : pairs)
    if (pair.cube == word) return std::string(pair.otf2);
  return std::string(word);
}

}  // namespace

std::string cube_role(std::string_view otf2_role) { return to_cube(kRoles, otf2_role); }
std::string otf2_role(std::string_view cube_role) { return to_otf2(kRoles, cube_role); }
std::string cube_paradigm(std::string_view otf2_paradigm) {
  return to_cube(kParadigms, otf2_paradigm);
}
std::string otf2_paradigm(std::string_view cube_paradigm) {
  return to_otf2(kParadigms, cube_paradigm);
}

}  // namespace tarry::report
