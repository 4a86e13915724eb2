// SPDX-License-Identifier: BSD-3-Clause
// Takes any bytes as a JSON report: it is refused with one line or is a report that can be shown.
#include <cstdint>

#include "report/json_report.h"
#include "report_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  tarry::fuzz::check_report(
      tarry::report::parse_json_report(std::string(reinterpret_cast<const char*>(data), size)));
  return 0;
}
