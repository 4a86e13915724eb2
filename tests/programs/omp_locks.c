// SPDX-License-Identifier: BSD-3-Clause
// Every kind of mutual exclusion in a team of two, one thread after the other.
#include <omp.h>
#include <stdio.h>

int main(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  double value = 0;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(2)
  for (int turn = 0; turn < 2; ++turn) {
    if (omp_get_thread_num() == turn) {
#pragma omp critical
      value += 1;
#pragma omp critical(named)
      value += 1;
      omp_set_lock(&lock);
      if (omp_test_lock(&lock)) value += 100;  // fails: it is held
      omp_unset_lock(&lock);
      if (omp_test_lock(&lock)) omp_unset_lock(&lock);
      omp_set_nest_lock(&nest);
      omp_set_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
      omp_unset_nest_lock(&nest);
#pragma omp flush
    }
#pragma omp barrier
  }
#pragma omp parallel for ordered num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; ++i) {
#pragma omp ordered
    value += i;
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
  printf("%g\n", value);
  return 0;
}
