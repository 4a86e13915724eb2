/* SPDX-License-Identifier: BSD-3-Clause
 * A part of libtarry-pomp2.a: functions of locks, which OPARI2 replaces by ours. Fortran stores a
 * lock in another way than C, so each language calls functions of its own. */
#include "pomp2_hooks.h"

#define FORWARDS(ours, theirs) \
  void theirs(void* lock);     \
  void ours(void* lock) { theirs(lock); }
#define SETS(ours, theirs, function)      \
  void theirs(void* lock);                \
  void ours(void* lock) {                 \
    tarry_pomp2_function_enter(function); \
    theirs(lock);                         \
    tarry_pomp2_lock_acquired(lock);      \
    tarry_pomp2_function_leave(function); \
  }
#define TESTS(ours, theirs, function)                 \
  int theirs(void* lock);                             \
  int ours(void* lock) {                              \
    tarry_pomp2_function_enter(function);             \
    const int result = theirs(lock);                  \
    if (result != 0) tarry_pomp2_lock_acquired(lock); \
    tarry_pomp2_function_leave(function);             \
    return result;                                    \
  }
#define UNSETS(ours, theirs, function)    \
  void theirs(void* lock);                \
  void ours(void* lock) {                 \
    tarry_pomp2_function_enter(function); \
    tarry_pomp2_lock_released(lock);      \
    theirs(lock);                         \
    tarry_pomp2_function_leave(function); \
  }

FORWARDS(POMP2_Init_lock, omp_init_lock)
FORWARDS(POMP2_Destroy_lock, omp_destroy_lock)
SETS(POMP2_Set_lock, omp_set_lock, TARRY_POMP2_SET_LOCK)
TESTS(POMP2_Test_lock, omp_test_lock, TARRY_POMP2_TEST_LOCK)
UNSETS(POMP2_Unset_lock, omp_unset_lock, TARRY_POMP2_UNSET_LOCK)
FORWARDS(POMP2_Init_nest_lock, omp_init_nest_lock)
FORWARDS(POMP2_Destroy_nest_lock, omp_destroy_nest_lock)
SETS(POMP2_Set_nest_lock, omp_set_nest_lock, TARRY_POMP2_SET_NEST_LOCK)
TESTS(POMP2_Test_nest_lock, omp_test_nest_lock, TARRY_POMP2_TEST_NEST_LOCK)
UNSETS(POMP2_Unset_nest_lock, omp_unset_nest_lock, TARRY_POMP2_UNSET_NEST_LOCK)

FORWARDS(pomp2_init_lock_, omp_init_lock_)
FORWARDS(pomp2_destroy_lock_, omp_destroy_lock_)
SETS(pomp2_set_lock_, omp_set_lock_, TARRY_POMP2_SET_LOCK)
TESTS(pomp2_test_lock_, omp_test_lock_, TARRY_POMP2_TEST_LOCK)
UNSETS(pomp2_unset_lock_, omp_unset_lock_, TARRY_POMP2_UNSET_LOCK)
FORWARDS(pomp2_init_nest_lock_, omp_init_nest_lock_)
FORWARDS(pomp2_destroy_nest_lock_, omp_destroy_nest_lock_)
SETS(pomp2_set_nest_lock_, omp_set_nest_lock_, TARRY_POMP2_SET_NEST_LOCK)
TESTS(pomp2_test_nest_lock_, omp_test_nest_lock_, TARRY_POMP2_TEST_NEST_LOCK)
UNSETS(pomp2_unset_nest_lock_, omp_unset_nest_lock_, TARRY_POMP2_UNSET_NEST_LOCK)

#undef FORWARDS
#undef SETS
#undef TESTS
#undef UNSETS
