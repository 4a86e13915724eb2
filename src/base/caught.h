// SPDX-License-Identifier: BSD-3-Clause
// Turns exceptions into errors at the ends of threads and of the tool, which no exception may
// leave. This is separate from result.h because the injected runtime, which has no exceptions, uses
// that.
#pragma once

#include <exception>
#include <string>

#include "base/result.h"

namespace tarry::base {

// Describes an exception: memory ran out, or a library threw. `where` tells what was in work.
// Thread: any.
Error error_of(const std::exception& caught, std::string where);

}  // namespace tarry::base
