// SPDX-License-Identifier: BSD-3-Clause
// Threads, mutexes and conditions of C11, in an order that conditions and joins make the same in
// every run.
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#define EXPECT(condition) \
  if (!(condition)) fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition), exit(1)

static mtx_t mutex;
static cnd_t condition;
static int stage;  // guarded by `mutex`

static void wait_for_stage(int wanted) {
  while (stage < wanted) EXPECT(cnd_wait(&condition, &mutex) == thrd_success);
}

static int give_result(void* argument) { return *(int*)argument; }

static int exit_early(void* argument) { thrd_exit(*(int*)argument + 1); }

// Finds the mutex locked.
static int try_in_vain(void* unused) {
  (void)unused;
  EXPECT(mtx_trylock(&mutex) == thrd_busy);
  const struct timespec past = {1, 0};
  EXPECT(mtx_timedlock(&mutex, &past) == thrd_timedout);
  return 0;
}

static int wait_for_signal(void* unused) {
  (void)unused;
  mtx_lock(&mutex);
  stage = 1;
  cnd_broadcast(&condition);
  wait_for_stage(2);
  mtx_unlock(&mutex);
  return 0;
}

static int run(int (*routine)(void*), int argument) {
  thrd_t thread;
  int result = 0;
  EXPECT(thrd_create(&thread, routine, &argument) == thrd_success);
  EXPECT(thrd_join(thread, &result) == thrd_success);
  return result;
}

static int detach_itself(void* unused) {
  (void)unused;
  EXPECT(thrd_detach(thrd_current()) == thrd_success);
  mtx_lock(&mutex);
  stage = 3;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  EXPECT(run(give_result, -5) == -5);
  EXPECT(run(exit_early, 7) == 8);

  EXPECT(mtx_init(&mutex, mtx_timed) == thrd_success);
  EXPECT(cnd_init(&condition) == thrd_success);
  mtx_lock(&mutex);
  run(try_in_vain, 0);
  thrd_t waiter;
  thrd_create(&waiter, wait_for_signal, NULL);
  wait_for_stage(1);
  stage = 2;
  mtx_unlock(&mutex);
  cnd_signal(&condition);
  thrd_join(waiter, NULL);

  const struct timespec past = {1, 0};
  mtx_lock(&mutex);
  EXPECT(cnd_timedwait(&condition, &mutex, &past) == thrd_timedout);
  thrd_t detached;
  thrd_create(&detached, detach_itself, NULL);
  wait_for_stage(3);
  mtx_unlock(&mutex);

  mtx_t recursive;
  mtx_init(&recursive, mtx_plain | mtx_recursive);
  mtx_lock(&recursive);
  EXPECT(mtx_trylock(&recursive) == thrd_success);
  mtx_unlock(&recursive);
  mtx_unlock(&recursive);
  mtx_destroy(&recursive);
  puts("done");
  return 0;
}
