// SPDX-License-Identifier: BSD-3-Clause
#include "launch/sanitizer.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tarry::launch {
namespace {

bool begins_with_one_of(const std::string& soname, const auto& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view beginning) { return soname.starts_with(beginning); });
}

// The runtimes of GCC and of clang with -shared-libsan.
constexpr std::array<std::string_view, 2> kThread = {"libtsan.so", "libclang_rt.tsan"};
constexpr std::array<std::string_view, 8> kFirst = {
    "libasan.so",       "liblsan.so",       "libubsan.so",       "libhwasan.so",
    "libclang_rt.asan", "libclang_rt.lsan", "libclang_rt.ubsan", "libclang_rt.hwasan"};

}  // namespace

base::Result<std::optional<NeededLibrary>> sanitizer_of(const Program& program) {
  for (const NeededLibrary& library : program.libraries) {
    if (begins_with_one_of(library.soname, kThread))
      return base::Error{base::ErrorCode::Unsupported,
                         "the program runs under ThreadSanitizer (" + library.soname +
                             "), which fails beside libraries that are injected",
                         program.path, "build it without -fsanitize=thread to measure it"};
    if (begins_with_one_of(library.soname, kFirst)) return std::optional(library);
  }
  return std::optional<NeededLibrary>();
}

}  // namespace tarry::launch
