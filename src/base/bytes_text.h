// SPDX-License-Identifier: BSD-3-Clause
// The form in which numbers of bytes are shown in every message and report: "960 B", "64.00 KiB",
// "1.334 MiB". Factors are powers of 1024, as for K, M, G and T in options.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace tarry::base {

// A text with a zero byte at its end.
using ShownBytes = std::array<char, 24>;

// Returns a text with four significant digits; whole numbers of bytes have no decimals, and nothing
// is "0". Allocates nothing. Thread: any. Signal: no.
ShownBytes shown_bytes(double bytes) noexcept;

// Return the same as a string.
std::string bytes_text(double bytes);
std::string bytes_text(std::uint64_t bytes);

}  // namespace tarry::base
