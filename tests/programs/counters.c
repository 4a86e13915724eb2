/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A known number of page faults and of waits, in regions of their own: each thread of each process
 * touches its pages and waits its times. Prints what the kernel says of each region:
 *   rank thread region page-faults voluntary-switches
 * With `close` it first closes all descriptors that it has not opened.
 * usage: counters [threads [close]] */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef WITH_MPI
#include <mpi.h>
#endif

#define PAGES 4000
#define WAITS 300
#define MOST 8

static int rank = 0;

/* The others are instrumented. */
#define PLAIN __attribute__((noinline, no_instrument_function))

struct work {
  int thread;
  pthread_t id;
  pid_t tid;
  int waits;
  int pipe[2];
  struct rusage before, touched, waited;
};

/* A page that nobody has touched yet costs one fault each. */
void touch_pages(int count) {
  const long page = sysconf(_SC_PAGESIZE);
  char* pages = mmap(NULL, (size_t)(count * page), PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) exit(3);
  madvise(pages, (size_t)(count * page), MADV_NOHUGEPAGE);
  for (int i = 0; i < count; ++i) ((volatile char*)pages)[i * page] = 1;
  munmap(pages, (size_t)(count * page));
}

/* Each byte is written only when the reader sleeps. */
void wait_often(int pipe, int count) {
  char byte;
  for (int i = 0; i < count; ++i)
    if (read(pipe, &byte, 1) != 1) exit(4);
}

void* work(void* data) {
  struct work* mine = data;
  __atomic_store_n(&mine->tid, gettid(), __ATOMIC_RELEASE);
  getrusage(RUSAGE_THREAD, &mine->before);
  touch_pages(PAGES * (mine->thread + 1));
  getrusage(RUSAGE_THREAD, &mine->touched);
  __atomic_store_n(&mine->waits, 1, __ATOMIC_RELEASE);
  wait_often(mine->pipe[0], WAITS * (mine->thread + 1));
  getrusage(RUSAGE_THREAD, &mine->waited);
  return NULL;
}

/* The text behind `key` in a file of /proc about a thread. */
PLAIN static void look_up(pid_t thread, const char* key, char* value, size_t size) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%d/status", (int)thread);
  FILE* file = fopen(path, "r");
  if (file == NULL) exit(5);
  const size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  const char* found = strstr(text, key);
  snprintf(value, size, "%s", found != NULL ? found + strlen(key) : "");
}

/* The next byte follows when the thread sleeps, and has gone to sleep once more since the last. */
PLAIN static void feed(struct work* worker) {
  pid_t thread;
  while ((thread = __atomic_load_n(&worker->tid, __ATOMIC_ACQUIRE)) == 0) sched_yield();
  const int count = WAITS * (worker->thread + 1);
  long slept = -1;
  for (int i = 0; i < count; ++i) {
    for (;;) {
      char state[8], switches[24];
      look_up(thread, "\nState:\t", state, sizeof state);
      look_up(thread, "\nvoluntary_ctxt_switches:\t", switches, sizeof switches);
      const long now = strtol(switches, NULL, 10);
      const int is_waiting = __atomic_load_n(&worker->waits, __ATOMIC_ACQUIRE);
      if (is_waiting && state[0] == 'S' && now > slept) {
        slept = now;
        break;
      }
      sched_yield();
    }
    if (write(worker->pipe[1], "", 1) != 1) exit(6);
  }
}

PLAIN static void print(const struct work* worker) {
  const struct rusage *a = &worker->before, *b = &worker->touched, *c = &worker->waited;
  printf("%d %d touch_pages %ld %ld\n", rank, worker->thread, b->ru_minflt - a->ru_minflt,
         b->ru_nvcsw - a->ru_nvcsw);
  printf("%d %d wait_often %ld %ld\n", rank, worker->thread, c->ru_minflt - b->ru_minflt,
         c->ru_nvcsw - b->ru_nvcsw);
}

/* As daemons do. Returns what is now open under the lowest number. */
PLAIN static int close_others(const char* file) {
  closefrom(3);
  return open(file, O_RDONLY);
}

int main(int argc, char** argv) {
#ifdef WITH_MPI
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#endif
  const int threads = argc > 1 ? atoi(argv[1]) : 1;
  const int file = argc > 2 ? close_others(argv[0]) : -1;
  static struct work workers[MOST];
  for (int i = 0; i < threads && i < MOST; ++i) {
    workers[i].thread = i;
    if (pipe(workers[i].pipe) != 0) return 7;
    if (pthread_create(&workers[i].id, NULL, work, &workers[i]) != 0) return 8;
    feed(&workers[i]);
    pthread_join(workers[i].id, NULL);
    print(&workers[i]);
  }
  if (file >= 0 && lseek(file, 0, SEEK_CUR) != 0) return 9; /* somebody has read from it */
#ifdef WITH_MPI
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
#endif
  return 0;
}
