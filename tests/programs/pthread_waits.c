// SPDX-License-Identifier: BSD-3-Clause
// pthread_waits MILLISECONDS: a mutex that the main thread holds that long while a worker wants it,
// and a condition: who waits for it gets the mutex back that much later than it is signaled. Then a
// spin lock and a read-write lock that the main thread holds that long; several want to read.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int worker_is_there;
static int is_signalled;  // guarded by `mutex`

static void* want_mutex(void* unused) {
  worker_is_there = 1;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void* want_condition(void* unused) {
  pthread_mutex_lock(&mutex);
  worker_is_there = 1;
  while (!is_signalled) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static pthread_spinlock_t spin;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void* want_spin_lock(void* unused) {
  worker_is_there = 1;
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  return unused;
}

static void* want_to_read(void* unused) {
  worker_is_there = 1;
  pthread_rwlock_rdlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static void* want_to_write(void* unused) {
  worker_is_there = 1;
  pthread_rwlock_wrlock(&rwlock);
  pthread_rwlock_unlock(&rwlock);
  return unused;
}

static pthread_t start(void* (*routine)(void*)) {
  pthread_t thread;
  worker_is_there = 0;
  if (pthread_create(&thread, NULL, routine, NULL) != 0) exit(1);
  return thread;
}

static void hold_spin_lock(unsigned microseconds) {
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_spin_lock(&spin);
  const pthread_t worker = start(want_spin_lock);
  while (!worker_is_there) usleep(100);
  usleep(microseconds);
  pthread_spin_unlock(&spin);
  pthread_join(worker, NULL);
}

static void hold_rwlock(unsigned microseconds) {
  pthread_t readers[2];
  pthread_rwlock_wrlock(&rwlock);
  for (int i = 0; i < 2; ++i) {
    readers[i] = start(want_to_read);
    while (!worker_is_there) usleep(100);
  }
  usleep(microseconds);
  pthread_rwlock_unlock(&rwlock);
  for (int i = 0; i < 2; ++i) pthread_join(readers[i], NULL);

  pthread_rwlock_wrlock(&rwlock);
  const pthread_t writer = start(want_to_write);
  while (!worker_is_there) usleep(100);
  usleep(microseconds);
  pthread_rwlock_unlock(&rwlock);
  pthread_join(writer, NULL);
}

int main(int argc, char** argv) {
  const unsigned microseconds = argc > 1 ? 1000 * (unsigned)atoi(argv[1]) : 0;
  pthread_mutex_lock(&mutex);
  const pthread_t first = start(want_mutex);
  while (!worker_is_there) usleep(100);
  usleep(microseconds);
  pthread_mutex_unlock(&mutex);
  pthread_join(first, NULL);

  const pthread_t second = start(want_condition);
  while (!worker_is_there) usleep(100);
  pthread_mutex_lock(&mutex);
  is_signalled = 1;
  pthread_cond_signal(&condition);
  usleep(microseconds);
  pthread_mutex_unlock(&mutex);
  pthread_join(second, NULL);

  hold_spin_lock(microseconds);
  hold_rwlock(microseconds);
  puts("done");
  return 0;
}
