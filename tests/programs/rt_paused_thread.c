// SPDX-License-Identifier: BSD-3-Clause
// A thread that begins while recording is off, and switches it on.
#define TARRY
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <tarry/tarry.h>

static void* run(void* created) {
  TARRY_REGION_BEGIN("not recorded");
  TARRY_REGION_END("not recorded");
  sem_wait(created);
  TARRY_RESUME();
  TARRY_REGION_BEGIN("recorded");
  TARRY_REGION_END("recorded");
  return NULL;
}

int main(void) {
  pthread_t thread;
  sem_t created;  // the call that creates the thread is not recorded either
  sem_init(&created, 0, 0);
  TARRY_REGION_BEGIN("main");
  TARRY_PAUSE();
  pthread_create(&thread, NULL, run, &created);
  sem_post(&created);
  pthread_join(thread, NULL);
  TARRY_REGION_END("main");
  return 0;
}
