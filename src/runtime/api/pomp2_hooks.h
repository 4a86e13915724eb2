/* SPDX-License-Identifier: BSD-3-Clause
 * The events of a program that OPARI2 has rewritten. Its POMP2_* calls reach libtarry-pomp2.a,
 * which is linked into the program and knows its OpenMP runtime; that library calls these functions
 * of libtarry.so. There they do nothing; the injected runtime takes them over.
 *
 * `handle`: a pointer per construct in the program's data, null at first; `ctc`: OPARI2's
 * description of the construct, or null where the handle is known from an enter. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum tarry_pomp2_construct {
  TARRY_POMP2_PARALLEL,
  TARRY_POMP2_LOOP,
  TARRY_POMP2_SECTIONS,
  TARRY_POMP2_SECTION,
  TARRY_POMP2_SINGLE,
  TARRY_POMP2_SINGLE_BLOCK,
  TARRY_POMP2_WORKSHARE,
  TARRY_POMP2_MASTER,
  TARRY_POMP2_BARRIER,
  TARRY_POMP2_IMPLICIT_BARRIER,
  TARRY_POMP2_TASKWAIT,
  TARRY_POMP2_FLUSH,
  TARRY_POMP2_CRITICAL,
  TARRY_POMP2_CRITICAL_BLOCK,
  TARRY_POMP2_ATOMIC,
  TARRY_POMP2_ORDERED,
  TARRY_POMP2_ORDERED_BLOCK,
  TARRY_POMP2_TASK_CREATE,
  TARRY_POMP2_TASK,
  TARRY_POMP2_CONSTRUCTS
};

enum tarry_pomp2_function {
  TARRY_POMP2_SET_LOCK,
  TARRY_POMP2_TEST_LOCK,
  TARRY_POMP2_UNSET_LOCK,
  TARRY_POMP2_SET_NEST_LOCK,
  TARRY_POMP2_TEST_NEST_LOCK,
  TARRY_POMP2_UNSET_NEST_LOCK
};

void tarry_pomp2_enter(void** handle, const char* ctc, int construct);
void tarry_pomp2_leave(void** handle, int construct);

/* Returns the team, which its members pass to tarry_pomp2_team_begin(); 0: not recorded. */
int64_t tarry_pomp2_fork(void** handle, const char* ctc, int requested_threads);
void tarry_pomp2_join(void** handle);
void tarry_pomp2_team_begin(void** handle, int64_t team, int thread, int threads);
void tarry_pomp2_team_end(void** handle);

/* Also enters the creation, which tarry_pomp2_leave() leaves. */
int64_t tarry_pomp2_task_create(void** handle, const char* ctc, int is_untied);
void tarry_pomp2_task_begin(void** handle, int64_t task);
void tarry_pomp2_task_end(void** handle);

/* Functions of locks, and the result of each between its enter and its leave. */
void tarry_pomp2_function_enter(int function);
void tarry_pomp2_function_leave(int function);
void tarry_pomp2_lock_acquired(const void* lock);
void tarry_pomp2_lock_released(const void* lock);

/* Regions of `#pragma pomp inst`. */
void tarry_pomp2_user_begin(void** handle, const char* ctc);
void tarry_pomp2_user_end(void** handle);

#ifdef __cplusplus
}
#endif
