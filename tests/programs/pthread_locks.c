// SPDX-License-Identifier: BSD-3-Clause
// Read-write locks, spin locks, barriers and semaphores, in an order that semaphores and joins make
// the same in every run: free locks, failed attempts, times that are over or cannot be, a semaphore
// that is posted in a signal handler, and a thread that is canceled while it waits for one.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define EXPECT(condition) \
  if (!(condition)) fprintf(stderr, "line %d: not so: %s\n", __LINE__, #condition), exit(1)

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t semaphore, never;
static const struct timespec past = {1, 0}, impossible = {1, -1};

static void run(void* (*routine)(void*)) {
  pthread_t thread;
  EXPECT(pthread_create(&thread, NULL, routine, NULL) == 0);
  EXPECT(pthread_join(thread, NULL) == 0);
}

static void* do_nothing(void* unused) { return unused; }

// Finds a writer there.
static void* try_beside_writer(void* unused) {
  EXPECT(pthread_rwlock_tryrdlock(&rwlock) == EBUSY);
  EXPECT(pthread_rwlock_trywrlock(&rwlock) == EBUSY);
  EXPECT(pthread_rwlock_timedrdlock(&rwlock, &past) == ETIMEDOUT);
  EXPECT(pthread_rwlock_clockwrlock(&rwlock, CLOCK_MONOTONIC, &past) == ETIMEDOUT);
  EXPECT(pthread_rwlock_timedrdlock(&rwlock, &impossible) == EINVAL);
  EXPECT(pthread_spin_trylock(&spin) == EBUSY);
  return unused;
}

// Finds a reader there, and becomes another one.
static void* try_beside_reader(void* unused) {
  EXPECT(pthread_rwlock_rdlock(&rwlock) == 0);
  EXPECT(pthread_rwlock_timedwrlock(&rwlock, &past) == ETIMEDOUT);
  EXPECT(pthread_rwlock_unlock(&rwlock) == 0);
  EXPECT(pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &past) == 0);
  EXPECT(pthread_rwlock_unlock(&rwlock) == 0);
  return unused;
}

static void* meet(void* unused) {
  const int result = pthread_barrier_wait(&barrier);
  EXPECT(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  return unused;
}

static void* wait_for_post(void* unused) {
  EXPECT(sem_post(&semaphore) == 0);
  EXPECT(sem_wait(&never) == 0);
  EXPECT(sem_post(&semaphore) == 0);
  sem_wait(&never);
  return unused;
}

static void post(int signal) {
  (void)signal;
  sem_post(&semaphore);
}

int main(void) {
  run(do_nothing);
  EXPECT(pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE) == 0);
  EXPECT(pthread_rwlock_wrlock(&rwlock) == 0);
  EXPECT(pthread_spin_lock(&spin) == 0);
  run(try_beside_writer);
  EXPECT(pthread_spin_unlock(&spin) == 0);
  EXPECT(pthread_spin_trylock(&spin) == 0);
  EXPECT(pthread_spin_unlock(&spin) == 0);
  EXPECT(pthread_rwlock_unlock(&rwlock) == 0);
  EXPECT(pthread_rwlock_rdlock(&rwlock) == 0);
  run(try_beside_reader);
  EXPECT(pthread_rwlock_unlock(&rwlock) == 0);
  EXPECT(pthread_spin_destroy(&spin) == 0);
  EXPECT(pthread_rwlock_destroy(&rwlock) == 0);

  pthread_t thread;
  EXPECT(pthread_barrier_init(&barrier, NULL, 2) == 0);
  EXPECT(pthread_create(&thread, NULL, meet, NULL) == 0);
  meet(NULL);
  EXPECT(pthread_join(thread, NULL) == 0);
  EXPECT(pthread_barrier_destroy(&barrier) == 0);

  EXPECT(sem_init(&semaphore, 0, 0) == 0 && sem_init(&never, 0, 0) == 0);
  EXPECT(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  EXPECT(sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT);
  EXPECT(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &impossible) == -1 && errno == EINVAL);
  signal(SIGUSR1, post);
  raise(SIGUSR1);
  EXPECT(sem_wait(&semaphore) == 0);
  EXPECT(pthread_create(&thread, NULL, wait_for_post, NULL) == 0);
  EXPECT(sem_wait(&semaphore) == 0);
  EXPECT(sem_post(&never) == 0);
  EXPECT(sem_wait(&semaphore) == 0);
  void* result = NULL;
  EXPECT(pthread_cancel(thread) == 0);
  EXPECT(pthread_join(thread, &result) == 0 && result == PTHREAD_CANCELED);
  EXPECT(sem_destroy(&semaphore) == 0);
  puts("done");
  return 0;
}
