// SPDX-License-Identifier: BSD-3-Clause
#include "base/host_name.h"

#include <unistd.h>

namespace tarry::base {

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "";
}

}  // namespace tarry::base
