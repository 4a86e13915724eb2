// SPDX-License-Identifier: BSD-3-Clause
// The server of `tarry view`, from its first to its last request.
#pragma once

#include <string>

#include "base/result.h"
#include "cli/command.h"
#include "explorer/session.h"

namespace tarry::cli {

struct ViewOptions {
  int port = 0;  // 0: any that is free
  bool browser = true;
};

// Prints the address and answers until SIGINT or SIGTERM. `page` is the explorer.
base::Status serve_view(const explorer::Session& session, const std::string& page,
                        const ViewOptions& options, const CommonOptions& common);

}  // namespace tarry::cli
