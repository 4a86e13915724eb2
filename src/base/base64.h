// SPDX-License-Identifier: BSD-3-Clause
// Bytes in texts: base64 of RFC 4648, with padding.
#pragma once

#include <string>
#include <string_view>

namespace tarry::base {

std::string base64(std::string_view bytes);

}  // namespace tarry::base
