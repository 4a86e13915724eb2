// SPDX-License-Identifier: BSD-3-Clause
// The hash FNV-1a, 64 bits, for tables and for checksums against accidents. It does not protect
// against attackers. Source: draft-eastlake-fnv, "The FNV Non-Cryptographic Hash Algorithm".
#pragma once

#include <cstdint>
#include <string_view>

namespace tarry::base {

inline constexpr std::uint64_t kFnv1aStart = 0xcbf29ce484222325;

// Returns `hash` with one more value. Thread: any. Signal: safe.
constexpr std::uint64_t fnv1a(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x100000001b3;
}

// Returns the hash of all bytes. Thread: any. Signal: safe.
constexpr std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = kFnv1aStart;
  for (const char byte : bytes) hash = fnv1a(hash, static_cast<unsigned char>(byte));
  return hash;
}

}  // namespace tarry::base
