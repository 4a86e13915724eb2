// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/fit/extents.h"

#include <bit>

namespace tarry::compressed {

Wide ExtentProduct::at(const Extents& extents) const {
  Wide product = 1;
  for (unsigned i = 0; i < 3; ++i)
    if ((bits >> i & 1) != 0) product *= extents.size[i];
  return product;
}

unsigned ExtentProduct::degree() const { return static_cast<unsigned>(std::popcount(bits)); }

std::string ExtentProduct::text() const {
  std::string out;
  for (unsigned i = 0; i < 3; ++i) {
    if ((bits >> i & 1) == 0) continue;
    if (!out.empty()) out += '*';
    out += "xyz"[i];
  }
  return out.empty() ? "1" : out;
}

}  // namespace tarry::compressed
