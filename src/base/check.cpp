// SPDX-License-Identifier: BSD-3-Clause
#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace tarry::base {

void check_failed(const char* condition, const char* message, const char* file, int line) {
  std::fprintf(stderr, "tarry: internal error: %s (%s) at %s:%d; please report this\n", message,
               condition, file, line);
  std::abort();
}

}  // namespace tarry::base
