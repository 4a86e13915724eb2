// SPDX-License-Identifier: BSD-3-Clause
#include "base/counted.h"

namespace tarry::base {

std::string_view form_for(std::uint64_t count, std::string_view one, std::string_view many) {
  return count == 1 ? one : many;
}

std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
  std::string text = std::to_string(count) + ' ';
  if (count == 1 || many.empty()) {
    text += one;
    if (count != 1) text += 's';
  } else {
    text += many;
  }
  return text;
}

}  // namespace tarry::base
