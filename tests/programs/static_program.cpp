// SPDX-License-Identifier: BSD-3-Clause
// A program that is linked dynamically and statically: both have the same records. Its functions
// run before main, in it, in another thread and after it. With the name of such a program it starts
// that one as a child, which is not recorded.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tarry/tarry.h"

static volatile int sum;

static void leaf(int value) { sum += value; }

static void looping(int count) {
  for (int i = 0; i < count; ++i) leaf(i);
}

__attribute__((constructor)) static void before_main(void) { leaf(1); }

static void after_main(void) { leaf(2); }

static void* in_thread(void* nothing) {
  looping(2);
  return nothing;
}

#ifdef __cplusplus
struct Global {
  Global() { leaf(3); }
  ~Global() { leaf(4); }
};
static Global global;

static int thrown(int value) {
  try {
    throw value;
  } catch (int caught) {
    return caught;
  }
}
#endif

static void regions(void) {
  TARRY_REGION_BEGIN("solve");
  looping(3);
  TARRY_REGION_END("solve");
  TARRY_PARAMETER_BEGIN("level", 2);
  looping(1);
  TARRY_PARAMETER_END("level", 2);
  TARRY_COUNTER_ADD("cells", "#", 5);
  TARRY_PAUSE();
  looping(4);
  TARRY_RESUME();
}

int main(int argc, char** argv) {
  if (argc > 1 && strcmp(argv[1], "child") == 0) {
    const char* preloaded = getenv("LD_PRELOAD");
    looping(9);
    printf("child: %s\n", preloaded == NULL ? "nothing preloaded" : preloaded);
    return 0;
  }
  atexit(after_main);
  regions();
#ifdef __cplusplus
  leaf(thrown(5));
#endif
  pthread_t thread;
  pthread_create(&thread, NULL, in_thread, NULL);
  pthread_join(thread, NULL);
  if (argc > 1) {
    char command[4096];
    snprintf(command, sizeof command, "%s child", argv[1]);
    if (system(command) != 0) return 1;
  }
  printf("sum %d\n", sum);
  return 0;
}
