// SPDX-License-Identifier: BSD-3-Clause
// The object that rt_dlopen loads.
static volatile int sum;
static void step(void) { ++sum; }

__attribute__((visibility("default"))) void run(int calls);
void run(int calls) {
  for (int i = 0; i < calls; ++i) step();
}
