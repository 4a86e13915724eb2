// SPDX-License-Identifier: BSD-3-Clause
#include "base/caught.h"

#include <new>

namespace tarry::base {

Error error_of(const std::exception& caught, std::string where) {
  if (dynamic_cast<const std::bad_alloc*>(&caught) != nullptr)
    return {ErrorCode::Failed, "not enough memory", std::move(where),
            "less is needed with fewer threads: -j 1"};
  return {ErrorCode::Failed, std::string("unexpected failure (") + caught.what() + ")",
          std::move(where), "please report this"};
}

}  // namespace tarry::base
