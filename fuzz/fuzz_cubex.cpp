// SPDX-License-Identifier: BSD-3-Clause
// Takes any bytes as a .cubex: it is refused with one line or is a report that can be shown.
#include <cstdint>

#include "report/cubex.h"
#include "report_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tarry::fuzz::check_report(
      tarry::report::parse_cubex(std::string(reinterpret_cast<const char*>(data), size)));
  return 0;
}
