// SPDX-License-Identifier: BSD-3-Clause
// A member of our own, "<metric id>.sums", beside the compressed rows of a metric: what they amount
// to by call path and by location. Most questions to a report are about sums, and unpacking the
// rows of one metric of a large run takes seconds. docs/formats/cubex.md describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tarry::report {

struct StoredSums {
  std::uint32_t head_checksum = 0;  // of everything in front of the rows in "<metric id>.data"
  std::vector<double> by_row;       // in the order of the index
  std::vector<double> by_column;
};

std::string sums_member(const StoredSums& sums);
// An Error says that the member is damaged, or that it is not for so many rows and columns.
base::Result<StoredSums> parse_sums(std::string_view member, std::size_t rows, std::size_t columns);

}  // namespace tarry::report
