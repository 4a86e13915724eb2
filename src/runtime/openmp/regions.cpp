// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/openmp/regions.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "runtime/core/arena.h"
#include "runtime/core/definitions_log.h"
#include "runtime/core/lifecycle.h"

namespace tarry::runtime::pomp2 {
namespace {

using core::RegionNumber;
using openmp::Construct;

// Indexed by TARRY_POMP2_*.
constexpr Construct kConstructs[] = {
    Construct::Parallel,     Construct::Loop,
    Construct::Sections,     Construct::Section,
    Construct::Single,       Construct::SingleBlock,
    Construct::Workshare,    Construct::Master,
    Construct::Barrier,      Construct::ImplicitBarrier,
    Construct::Taskwait,     Construct::Flush,
    Construct::Critical,     Construct::CriticalBlock,
    Construct::Atomic,       Construct::Ordered,
    Construct::OrderedBlock, Construct::TaskCreate,
    Construct::Task,
};
static_assert(sizeof kConstructs / sizeof kConstructs[0] == TARRY_POMP2_CONSTRUCTS);

constinit Region* all = nullptr;  // guarded by core::Process::lock

std::uint32_t number_from(std::string_view text) {
  std::uint32_t number = 0;
  for (const char c : text)
    if (c >= '0' && c <= '9') number = number * 10 + static_cast<std::uint32_t>(c - '0');
  return number;
}

// Parses "FILE:LINE:LINE".
void parse_place(std::string_view text, Description& out) {
  const std::size_t last = text.rfind(':');
  if (last == std::string_view::npos || last == 0) return;
  const std::size_t first = text.rfind(':', last - 1);
  if (first == std::string_view::npos) return;
  out.file = text.substr(0, first);
  out.line = number_from(text.substr(first + 1, last - first - 1));
}

char* copy(char*& to, std::string_view text) {
  char* begin = to;
  std::copy(text.begin(), text.end(), begin);  // `text` may be empty
  begin[text.size()] = '\0';
  to += text.size() + 1;
  return begin;
}

Region* make(const char* ctc) {
  const Description description = parse(ctc);
  const std::string_view name =
      description.user_name.empty() ? description.critical_name : description.user_name;
  void* memory =
      core::allocate_for_good(sizeof(Region) + description.file.size() + name.size() + 2);
  if (memory == nullptr) return nullptr;
  auto* made = new (memory) Region;
  char* text = reinterpret_cast<char*>(made + 1);
  made->file = copy(text, description.file);
  made->name = copy(text, name);
  made->line = description.line;
  for (const Region* other = all; other != nullptr; other = other->next)
    if (std::strcmp(other->name, made->name) == 0) made->lock = other->lock;
  made->next = all;
  all = made;
  return made;
}

}  // namespace

Description parse(const char* ctc) {
  Description out;
  const char* end = std::strstr(ctc, "**");
  std::string_view text(ctc, end != nullptr ? static_cast<std::size_t>(end - ctc) : 0);
  while (!text.empty()) {
    const std::size_t star = text.find('*');
    const std::string_view field = text.substr(0, star);
    const std::size_t equals = field.find('=');
    const std::string_view key = field.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : field.substr(equals + 1);
    if (key == "sscl") parse_place(value, out);
    if (key == "criticalName") out.critical_name = value;
    if (key == "userRegionName") out.user_name = value;
    if (star == std::string_view::npos) break;
    text.remove_prefix(star + 1);
  }
  return out;
}

Region* region_of(void** handle, const char* ctc) {
  void* known = __atomic_load_n(handle, __ATOMIC_ACQUIRE);
  if (known != nullptr || ctc == nullptr) return static_cast<Region*>(known);
  const core::QuietSection quiet;
  known = __atomic_load_n(handle, __ATOMIC_ACQUIRE);
  if (known != nullptr) return static_cast<Region*>(known);
  Region* made = make(ctc);
  __atomic_store_n(handle, static_cast<void*>(made), __ATOMIC_RELEASE);
  return made;
}

Construct construct_of(int part) { return kConstructs[part]; }

RegionNumber number_of(Region& region, int part) {
  std::atomic<std::uint32_t>& number = region.numbers_plus_one[part];
  if (const std::uint32_t known = number.load(std::memory_order_acquire); known != 0)
    return RegionNumber{known - 1};
  if (!core::start_measurement()) return {};
  const core::QuietSection quiet;
  if (const std::uint32_t known = number.load(std::memory_order_acquire); known != 0)
    return RegionNumber{known - 1};
  const RegionNumber made =
      part == kUserRegion ? core::register_region({region.name, region.file, region.line,
                                                   model::RegionRole::Code, model::Paradigm::User})
                          : openmp::define_region(kConstructs[part], region.file, region.line);
  if (made.valid()) number.store(made.value + 1, std::memory_order_release);
  return made;
}

}  // namespace tarry::runtime::pomp2
