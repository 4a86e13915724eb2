// SPDX-License-Identifier: BSD-3-Clause
// A thread that begins while recording is off, and switches it on.
#define TARRY
#include <pthread.h>
#include <stddef.h>
#include <tarry/tarry.h>

static void* run(void* argument) {
  TARRY_REGION_BEGIN("not recorded");
  TARRY_REGION_END("not recorded");
  TARRY_RESUME();
  TARRY_REGION_BEGIN("recorded");
  TARRY_REGION_END("recorded");
  return argument;
}

int main(void) {
  pthread_t thread;
  TARRY_REGION_BEGIN("main");
  TARRY_PAUSE();
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  TARRY_REGION_END("main");
  return 0;
}
