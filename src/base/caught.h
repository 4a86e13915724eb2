// SPDX-License-Identifier: BSD-3-Clause
// For the ends of threads and of the tool, which no exception may leave. Apart from result.h,
// because the injected runtime, which has no exceptions, uses that.
#pragma once

#include <exception>
#include <string>

#include "base/result.h"

namespace tarry::base {

// Memory ran out, or a library threw. `where`: what was being worked on. Thread: any.
Error error_of(const std::exception& caught, std::string where);

}  // namespace tarry::base
