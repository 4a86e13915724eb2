// SPDX-License-Identifier: BSD-3-Clause
#include "compress/model/trace.h"

namespace tarry::compress {

bool is_call_site(const Frame& frame) { return frame.name.starts_with('@'); }

}  // namespace tarry::compress
