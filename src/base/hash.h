// SPDX-License-Identifier: BSD-3-Clause
// Hashes for tables, for checksums against accidents and for repeatable draws. They do not keep out
// anybody who means harm. Results stand in files and must agree between processes, so constants
// never change. Thread: any. Signal: safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tarry::base {

// FNV-1a, 64 bits. Source: draft-eastlake-fnv, "The FNV Non-Cryptographic Hash Algorithm".
inline constexpr std::uint64_t kFnv1aStart = 0xcbf29ce484222325;

// `hash` with one more value.
constexpr std::uint64_t fnv1a(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x100000001b3;
}

// The hash of all bytes.
constexpr std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = kFnv1aStart;
  for (const char byte : bytes) hash = fnv1a(hash, static_cast<unsigned char>(byte));
  return hash;
}

// 2^64 divided by the golden ratio, made odd. Source: Knuth, "The Art of Computer Programming",
// volume 3, on multiplicative hashing.
inline constexpr std::uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;

// Multiplicative hashing for tables by address or number: neighbouring keys lie far apart. The
// highest bits are the best ones.
constexpr std::uint64_t spread(std::uint64_t key) { return key * kGoldenRatio; }

// The place of `key` in a table of 2^bits places. `bits`: 1 to 63.
constexpr std::size_t place_of(std::uint64_t key, unsigned bits) {
  return static_cast<std::size_t>(spread(key) >> (64 - bits));
}

// SplitMix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators",
// OOPSLA 2014, with the constants of Stafford's variant 13.
inline constexpr std::uint64_t kSplitMixFirst = 0xBF58476D1CE4E5B9;
inline constexpr std::uint64_t kSplitMixSecond = 0x94D049BB133111EB;

// Its finalizer: each bit of the result depends on each bit of `value`.
constexpr std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * kSplitMixFirst;
  value = (value ^ (value >> 27)) * kSplitMixSecond;
  return value ^ (value >> 31);
}

// The generator's number that follows state `value`.
constexpr std::uint64_t split_mix(std::uint64_t value) { return mixed(value + kGoldenRatio); }

}  // namespace tarry::base
