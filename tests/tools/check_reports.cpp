// SPDX-License-Identifier: BSD-3-Clause
// Checks that reports keep the rules of every severity cube (support/cube_invariants.h): no metric
// is above its parent, children together are not, and costs of delays add up to waits.
// usage: check_reports FILE.cubex...
#include <cstdio>
#include <string>

#include "report/cubex.h"
#include "support/cube_comparison.h"
#include "support/cube_invariants.h"

int main(int argc, char** argv) {
  using namespace tarry;
  int status = 0;
  for (int i = 1; i < argc; ++i) {
    const auto cube = report::read_cubex(argv[i]);
    testing::Violations found;
    if (cube.ok())
      testing::check_cube(*cube, testing::path_names(*cube), found);
    else
      found.report(cube.error().message());
    for (const std::string& sentence : found.take()) {
      std::printf("%s: %s\n", argv[i], sentence.c_str());
      status = 1;
    }
  }
  return status;
}
