// SPDX-License-Identifier: BSD-3-Clause
// The name that recorded and expanded traces give the initial thread of a process.
#pragma once

namespace tarry::model {

inline constexpr const char* kMainThread = "main thread";

}  // namespace tarry::model
