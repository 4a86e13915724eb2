// SPDX-License-Identifier: BSD-3-Clause
// The explorer with its data in it: one page that opens from disk without a server.
#pragma once

#include <string>

#include "base/result.h"
#include "explorer/session.h"

namespace tarry::explorer {

// `page` is the explorer as it was built. An Error says that it is not, or that a report is too
// large to be put into a page.
base::Result<std::string> one_file_page(const std::string& page, const Session& session);

}  // namespace tarry::explorer
