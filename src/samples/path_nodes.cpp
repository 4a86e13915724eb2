// SPDX-License-Identifier: BSD-3-Clause
#include "samples/path_nodes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <unordered_map>

namespace tarry::samples {
namespace {

constexpr std::string_view kMagic = "TARRYPTH";  // unpacked files begin with zeros
constexpr PathNode kRootNode{0, 0, 0, 0, PathNodeKind::Root, 0};

// Bits of a number in each of its bytes; the upper bit means that more bytes follow.
constexpr int kGroupBits = 7;
constexpr std::uint64_t kMoreFollow = 1u << kGroupBits;

// The first kind that has a code: only the root has an earlier kind.
constexpr auto kFirstKind = static_cast<std::uint64_t>(PathNodeKind::Call);
constexpr int kKindBits = 2;

void put(std::string& out, std::uint64_t number) {
  for (; number >= kMoreFollow; number >>= kGroupBits)
    out += static_cast<char>(number | kMoreFollow);
  out += static_cast<char>(number);
}

// Takes a number from the begin of `bytes`. Returns false if there is no complete number or one
// above `most`; then the contents of both arguments are undefined.
bool take(std::string_view& bytes, std::uint64_t most, std::uint64_t& number) {
  number = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += kGroupBits) {
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    number |= (byte & (kMoreFollow - 1)) << shift;
    if (byte < kMoreFollow) return number <= most;
  }
  return false;
}

// Returns small numbers for small differences in either direction.
std::uint64_t folded(std::uint64_t difference) {
  return difference << 1 ^ (difference >> 63 != 0 ? ~std::uint64_t{0} : 0);
}
std::uint64_t unfolded(std::uint64_t number) {
  return number >> 1 ^ ((number & 1) != 0 ? ~std::uint64_t{0} : 0);
}

// Codes of modules begin with 0 for no module, which has the last number; then comes the first
// module.
std::uint64_t code_of(const PathNode& node) {
  const std::uint64_t module = (node.module + 1u) & PathNode::kNoModule;
  return module << kKindBits | (static_cast<std::uint64_t>(node.kind) - kFirstKind);
}

// Addresses are relative to the last one in the same module.
using LastAddresses = std::unordered_map<std::uint16_t, std::uint64_t>;

bool take_node(std::string_view& bytes, std::uint64_t number, LastAddresses& last, PathNode& node) {
  constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();
  constexpr std::uint64_t kMostCode = std::uint64_t{PathNode::kNoModule} << kKindBits |
                                      (static_cast<std::uint64_t>(PathNodeKind::Own) - kFirstKind);
  constexpr std::uint64_t kKindMask = (1u << kKindBits) - 1;
  std::uint64_t up = 0;
  std::uint64_t code = 0;
  std::uint64_t difference = 0;
  std::uint64_t into = 0;
  if (!take(bytes, number, up) || up == 0 || !take(bytes, kMostCode, code) ||
      (code & kKindMask) > (kMostCode & kKindMask) || !take(bytes, kAny, difference) ||
      !take(bytes, std::numeric_limits<std::uint32_t>::max(), into))
    return false;
  node.parent = static_cast<std::uint32_t>(number - up);
  node.module = static_cast<std::uint16_t>((code >> kKindBits) - 1);
  node.kind = static_cast<PathNodeKind>((code & kKindMask) + kFirstKind);
  node.address = last[node.module] += unfolded(difference);
  node.into_function = static_cast<std::uint32_t>(into);
  return true;
}

std::vector<PathNode> packed_nodes(std::string_view bytes) {
  std::vector<PathNode> out{kRootNode};
  LastAddresses last;
  for (PathNode node{}; take_node(bytes, out.size(), last, node);) out.push_back(node);
  return out;
}

std::vector<PathNode> stored_nodes(std::string_view bytes) {
  std::vector<PathNode> nodes(bytes.size() / sizeof(PathNode));
  if (!nodes.empty()) std::memcpy(nodes.data(), bytes.data(), nodes.size() * sizeof(PathNode));
  std::size_t count = 0;
  while (count < nodes.size() && nodes[count].kind != PathNodeKind::None &&
         nodes[count].kind <= PathNodeKind::Own &&
         (count == 0) == (nodes[count].kind == PathNodeKind::Root) &&
         nodes[count].parent < std::max<std::size_t>(count, 1))
    ++count;
  nodes.resize(count);
  return nodes;
}

}  // namespace

std::string pack_paths(std::span<const PathNode> nodes) {
  std::string out(kMagic);
  LastAddresses last;
  for (std::size_t number = 1; number < nodes.size(); ++number) {
    const PathNode& node = nodes[number];
    std::uint64_t& before = last[node.module];
    put(out, number - node.parent);
    put(out, code_of(node));
    put(out, folded(node.address - before));
    put(out, node.into_function);
    before = node.address;
  }
  return out;
}

bool are_packed_paths(std::string_view bytes) { return bytes.starts_with(kMagic); }

std::vector<PathNode> read_paths(std::string_view bytes) {
  return are_packed_paths(bytes) ? packed_nodes(bytes.substr(kMagic.size())) : stored_nodes(bytes);
}

}  // namespace tarry::samples
