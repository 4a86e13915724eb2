// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/core/readable_name.h"

#include <cstddef>
#include <cstring>
#include <memory_resource>
#include <new>

#include "base/display_name.h"

// A function of libstdc++ (cp-demangle.c): it does what abi::__cxa_demangle does, without the heap.
extern "C" int __gcclibcxx_demangle_callback(const char* mangled,
                                             void (*callback)(const char*, std::size_t, void*),
                                             void* argument);

namespace tarry::runtime::core {
namespace {

constexpr std::size_t kLongestDemangled = 8191;  // with the parameters, which are removed

struct Demangled {
  char text[kLongestDemangled + 1] = {};
  std::size_t length = 0;
  bool fits = false;
};
// Guarded by the caller's lock.
constinit Demangled demangled;
constinit char result[kLongestName + 1] = {};
constinit unsigned char memory[2 * (kLongestDemangled + 1)] = {};

void take_part(const char* part, std::size_t length, void*) {
  demangled.fits = demangled.fits && demangled.length + length <= kLongestDemangled;
  if (!demangled.fits) return;
  std::memcpy(demangled.text + demangled.length, part, length);
  demangled.length += length;
}

bool demangle(const char* symbol, std::pmr::string& out) {
  demangled.length = 0;
  demangled.fits = true;
  if (__gcclibcxx_demangle_callback(symbol, take_part, nullptr) != 0 || !demangled.fits)
    return false;
  out.assign(demangled.text, demangled.length);
  return true;
}

}  // namespace

const char* readable_name(const char* symbol) {
  const std::size_t length = std::strlen(symbol);
  if (length > kLongestName) return nullptr;
  std::pmr::monotonic_buffer_resource buffer(memory, sizeof memory,
                                             std::pmr::null_memory_resource());
  std::pmr::string name(&buffer);
  name.reserve(kLongestDemangled);  // the most it may ever take
  name.assign(symbol, length);
  base::make_display_name(name, demangle);
  if (name.size() > kLongestName) return nullptr;
  std::memcpy(result, name.c_str(), name.size() + 1);
  return result;
}

}  // namespace tarry::runtime::core
