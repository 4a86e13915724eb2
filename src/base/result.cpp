// SPDX-License-Identifier: BSD-3-Clause
#include "base/result.h"

namespace tarry::base {

std::string Error::message() const {
  std::string text = what;
  if (!where.empty()) text += ": " + where;
  if (!hint.empty()) text += " (" + hint + ")";
  return text;
}

}  // namespace tarry::base
