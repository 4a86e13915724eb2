// SPDX-License-Identifier: BSD-3-Clause
// How numbers of bytes are shown, in every message and report: "960 B", "64.00 KiB", "1.334 MiB".
// Factors are powers of 1024, as those behind K, M, G and T in options.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace tarry::base {

// With a zero byte at its end.
using ShownBytes = std::array<char, 24>;

// Four significant digits, whole numbers of bytes without decimals; "0" for nothing. Allocates
// nothing. Thread: any. Signal: no.
ShownBytes shown_bytes(double bytes) noexcept;

// The same as a string.
std::string bytes_text(double bytes);
std::string bytes_text(std::uint64_t bytes);

}  // namespace tarry::base
