// SPDX-License-Identifier: BSD-3-Clause
// User regions, and a stretch that is not recorded.
#define TARRY
#include <tarry/tarry.h>

static void named(const char* not_used) {
  (void)not_used;
  TARRY_REGION_BEGIN("a region");
  TARRY_REGION_END("a region");
}

int main(void) {
  named("once");
  TARRY_PAUSE();
  named("not recorded");
  TARRY_RESUME();
  named("again");
  return 0;
}
