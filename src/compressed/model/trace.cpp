// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/trace.h"

namespace tarry::compressed {

bool is_call_site(const Frame& frame) { return frame.name.starts_with('@'); }

}  // namespace tarry::compressed
