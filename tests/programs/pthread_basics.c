// SPDX-License-Identifier: BSD-3-Clause
// Everything that a program does with threads of its own, in an order that conditions and joins
// make the same in every run: creation and joins, a mutex with and without contention, a failed
// attempt, a recursive mutex, conditions with and without a time limit, a thread that ends by
// pthread_exit, one that is detached, one that is cancelled while it waits.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define EXPECT(condition) \
  if (!(condition)) fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition), exit(1)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int stage;  // guarded by `mutex`
static atomic_int detached_is_done;
static int cleaned_up;

static void wait_for_stage(int wanted) {
  while (stage < wanted) pthread_cond_wait(&condition, &mutex);
}

static void* give_result(void* argument) { return argument; }

static void* exit_early(void* argument) { pthread_exit((char*)argument + 1); }

// Finds the mutex locked.
static void* try_in_vain(void* unused) {
  EXPECT(pthread_mutex_trylock(&mutex) == EBUSY);
  const struct timespec past = {1, 0};
  EXPECT(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
  return unused;
}

static void* wait_for_signal(void* unused) {
  pthread_mutex_lock(&mutex);
  stage = 1;
  pthread_cond_broadcast(&condition);
  wait_for_stage(2);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* be_detached(void* unused) {
  pthread_detach(pthread_self());
  detached_is_done = 1;
  return unused;
}

static void clean_up(void* unused) {
  (void)unused;
  cleaned_up = 1;
  pthread_mutex_unlock(&mutex);
}

static void* wait_for_ever(void* unused) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(clean_up, NULL);
  stage = 3;
  pthread_cond_signal(&condition);
  for (;;) pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(0);
  return unused;
}

static void* run(void* (*routine)(void*), void* argument) {
  pthread_t thread;
  void* result = NULL;
  EXPECT(pthread_create(&thread, NULL, routine, argument) == 0);
  EXPECT(pthread_join(thread, &result) == 0);
  return result;
}

static void use_recursive_mutex(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t recursive;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &attributes);
  pthread_mutex_lock(&recursive);
  EXPECT(pthread_mutex_trylock(&recursive) == 0);
  pthread_mutex_unlock(&recursive);
  pthread_mutex_unlock(&recursive);
  EXPECT(pthread_mutex_unlock(&recursive) == EPERM);
  pthread_mutex_destroy(&recursive);
}

int main(void) {
  char data[2];
  EXPECT(run(give_result, data) == data);
  EXPECT(run(exit_early, data) == data + 1);

  pthread_mutex_lock(&mutex);
  run(try_in_vain, NULL);
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_signal, NULL);
  wait_for_stage(1);
  stage = 2;
  pthread_mutex_unlock(&mutex);
  pthread_cond_signal(&condition);
  pthread_join(waiter, NULL);

  pthread_t cancelled;
  void* result = NULL;
  pthread_mutex_lock(&mutex);
  pthread_create(&cancelled, NULL, wait_for_ever, NULL);
  wait_for_stage(3);
  pthread_mutex_unlock(&mutex);
  pthread_cancel(cancelled);
  pthread_join(cancelled, &result);
  EXPECT(result == PTHREAD_CANCELED && cleaned_up);

  const struct timespec past = {1, 0};
  pthread_mutex_lock(&mutex);
  EXPECT(pthread_cond_timedwait(&condition, &mutex, &past) == ETIMEDOUT);
  pthread_mutex_unlock(&mutex);
  use_recursive_mutex();
  pthread_cond_destroy(&condition);

  // No thread waits for its end; nothing comes after it.
  pthread_t detached;
  pthread_create(&detached, NULL, be_detached, NULL);
  while (!detached_is_done) {
  }
  puts("done");
  return 0;
}
