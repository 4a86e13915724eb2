/* SPDX-License-Identifier: BSD-3-Clause
 * A part of libtarry-pomp2.a: the calls that OPARI2 2.0 puts around constructs, under their names
 * in C and in Fortran. Fortran passes all arguments as references. */
#include <stddef.h>

#include "pomp2_hooks.h"

#define ENTERS(c_name, fortran_name, construct)                                              \
  void c_name(void** handle, const char* ctc) { tarry_pomp2_enter(handle, ctc, construct); } \
  void fortran_name(void** handle, const char* ctc) { tarry_pomp2_enter(handle, ctc, construct); }
#define BEGINS(c_name, fortran_name, construct)                              \
  void c_name(void** handle) { tarry_pomp2_enter(handle, NULL, construct); } \
  void fortran_name(void** handle) { tarry_pomp2_enter(handle, NULL, construct); }
#define LEAVES(c_name, fortran_name, construct)                        \
  void c_name(void** handle) { tarry_pomp2_leave(handle, construct); } \
  void fortran_name(void** handle) { tarry_pomp2_leave(handle, construct); }

/* The team of the parallel region that a thread is about to begin: `copyin` of OPARI2's --omp-tpd
 * brings it from the forking thread to the others. */
_Thread_local int64_t pomp_tpd_ __attribute__((aligned(16)));

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_max_threads(void);

ENTERS(POMP2_Atomic_enter, pomp2_atomic_enter_, TARRY_POMP2_ATOMIC)
LEAVES(POMP2_Atomic_exit, pomp2_atomic_exit_, TARRY_POMP2_ATOMIC)
ENTERS(POMP2_Critical_enter, pomp2_critical_enter_, TARRY_POMP2_CRITICAL)
BEGINS(POMP2_Critical_begin, pomp2_critical_begin_, TARRY_POMP2_CRITICAL_BLOCK)
LEAVES(POMP2_Critical_end, pomp2_critical_end_, TARRY_POMP2_CRITICAL_BLOCK)
LEAVES(POMP2_Critical_exit, pomp2_critical_exit_, TARRY_POMP2_CRITICAL)
ENTERS(POMP2_Flush_enter, pomp2_flush_enter_, TARRY_POMP2_FLUSH)
LEAVES(POMP2_Flush_exit, pomp2_flush_exit_, TARRY_POMP2_FLUSH)
ENTERS(POMP2_For_enter, pomp2_for_enter_, TARRY_POMP2_LOOP)
LEAVES(POMP2_For_exit, pomp2_for_exit_, TARRY_POMP2_LOOP)
ENTERS(POMP2_Do_enter, pomp2_do_enter_, TARRY_POMP2_LOOP)
LEAVES(POMP2_Do_exit, pomp2_do_exit_, TARRY_POMP2_LOOP)
ENTERS(POMP2_Master_begin, pomp2_master_begin_, TARRY_POMP2_MASTER)
LEAVES(POMP2_Master_end, pomp2_master_end_, TARRY_POMP2_MASTER)
ENTERS(POMP2_Ordered_enter, pomp2_ordered_enter_, TARRY_POMP2_ORDERED)
BEGINS(POMP2_Ordered_begin, pomp2_ordered_begin_, TARRY_POMP2_ORDERED_BLOCK)
LEAVES(POMP2_Ordered_end, pomp2_ordered_end_, TARRY_POMP2_ORDERED_BLOCK)
LEAVES(POMP2_Ordered_exit, pomp2_ordered_exit_, TARRY_POMP2_ORDERED)
ENTERS(POMP2_Sections_enter, pomp2_sections_enter_, TARRY_POMP2_SECTIONS)
ENTERS(POMP2_Section_begin, pomp2_section_begin_, TARRY_POMP2_SECTION)
LEAVES(POMP2_Section_end, pomp2_section_end_, TARRY_POMP2_SECTION)
LEAVES(POMP2_Sections_exit, pomp2_sections_exit_, TARRY_POMP2_SECTIONS)
ENTERS(POMP2_Single_enter, pomp2_single_enter_, TARRY_POMP2_SINGLE)
BEGINS(POMP2_Single_begin, pomp2_single_begin_, TARRY_POMP2_SINGLE_BLOCK)
LEAVES(POMP2_Single_end, pomp2_single_end_, TARRY_POMP2_SINGLE_BLOCK)
LEAVES(POMP2_Single_exit, pomp2_single_exit_, TARRY_POMP2_SINGLE)
ENTERS(POMP2_Workshare_enter, pomp2_workshare_enter_, TARRY_POMP2_WORKSHARE)
LEAVES(POMP2_Workshare_exit, pomp2_workshare_exit_, TARRY_POMP2_WORKSHARE)

#undef ENTERS
#undef BEGINS
#undef LEAVES

/* These calls keep the number of the suspended task, which we do not need: a thread's tasks end in
 * the reverse order of their begins. */
#define WAIT_ENTERS(c_name, fortran_name, construct)                     \
  void c_name(void** handle, int64_t* old_task, const char* ctc) {       \
    *old_task = 0;                                                       \
    tarry_pomp2_enter(handle, ctc, construct);                           \
  }                                                                      \
  void fortran_name(void** handle, int64_t* old_task, const char* ctc) { \
    c_name(handle, old_task, ctc);                                       \
  }
#define WAIT_LEAVES(c_name, fortran_name, construct) \
  void c_name(void** handle, int64_t old_task) {     \
    (void)old_task;                                  \
    tarry_pomp2_leave(handle, construct);            \
  }                                                  \
  void fortran_name(void** handle, const int64_t* old_task) { c_name(handle, *old_task); }

WAIT_ENTERS(POMP2_Barrier_enter, pomp2_barrier_enter_, TARRY_POMP2_BARRIER)
WAIT_LEAVES(POMP2_Barrier_exit, pomp2_barrier_exit_, TARRY_POMP2_BARRIER)
WAIT_LEAVES(POMP2_Implicit_barrier_exit, pomp2_implicit_barrier_exit_, TARRY_POMP2_IMPLICIT_BARRIER)
WAIT_ENTERS(POMP2_Taskwait_begin, pomp2_taskwait_begin_, TARRY_POMP2_TASKWAIT)
WAIT_LEAVES(POMP2_Taskwait_end, pomp2_taskwait_end_, TARRY_POMP2_TASKWAIT)
WAIT_LEAVES(POMP2_Task_create_end, pomp2_task_create_end_, TARRY_POMP2_TASK_CREATE)
WAIT_LEAVES(POMP2_Untied_task_create_end, pomp2_untied_task_create_end_, TARRY_POMP2_TASK_CREATE)

#undef WAIT_ENTERS
#undef WAIT_LEAVES

void POMP2_Implicit_barrier_enter(void** handle, int64_t* old_task) {
  *old_task = 0;
  tarry_pomp2_enter(handle, NULL, TARRY_POMP2_IMPLICIT_BARRIER);
}
void pomp2_implicit_barrier_enter_(void** handle, int64_t* old_task) {
  POMP2_Implicit_barrier_enter(handle, old_task);
}

void POMP2_Parallel_fork(void** handle, int condition, int threads, int64_t* old_task,
                         const char* ctc) {
  *old_task = 0;
  pomp_tpd_ = tarry_pomp2_fork(handle, ctc, condition != 0 ? threads : 1);
}
void pomp2_parallel_fork_(void** handle, const int* condition, const int* threads,
                          int64_t* old_task, const char* ctc) {
  POMP2_Parallel_fork(handle, *condition, *threads, old_task, ctc);
}
void POMP2_Parallel_begin(void** handle) {
  tarry_pomp2_team_begin(handle, pomp_tpd_, omp_get_thread_num(), omp_get_num_threads());
}
void pomp2_parallel_begin_(void** handle) { POMP2_Parallel_begin(handle); }
void POMP2_Parallel_end(void** handle) { tarry_pomp2_team_end(handle); }
void pomp2_parallel_end_(void** handle) { POMP2_Parallel_end(handle); }
void POMP2_Parallel_join(void** handle, int64_t old_task) {
  (void)old_task;
  tarry_pomp2_join(handle);
}
void pomp2_parallel_join_(void** handle, const int64_t* old_task) {
  POMP2_Parallel_join(handle, *old_task);
}

#define TASKS(create, fortran_create, begin, fortran_begin, end, fortran_end, is_untied)         \
  void create(void** handle, int64_t* new_task, int64_t* old_task, int condition,                \
              const char* ctc) {                                                                 \
    (void)condition;                                                                             \
    *old_task = 0;                                                                               \
    *new_task = tarry_pomp2_task_create(handle, ctc, is_untied);                                 \
  }                                                                                              \
  void fortran_create(void** handle, int64_t* new_task, int64_t* old_task, const int* condition, \
                      const char* ctc) {                                                         \
    create(handle, new_task, old_task, *condition, ctc);                                         \
  }                                                                                              \
  void begin(void** handle, int64_t task) { tarry_pomp2_task_begin(handle, task); }              \
  void fortran_begin(void** handle, const int64_t* task) { begin(handle, *task); }               \
  void end(void** handle) { tarry_pomp2_task_end(handle); }                                      \
  void fortran_end(void** handle) { end(handle); }

TASKS(POMP2_Task_create_begin, pomp2_task_create_begin_, POMP2_Task_begin, pomp2_task_begin_,
      POMP2_Task_end, pomp2_task_end_, 0)
TASKS(POMP2_Untied_task_create_begin, pomp2_untied_task_create_begin_, POMP2_Untied_task_begin,
      pomp2_untied_task_begin_, POMP2_Untied_task_end, pomp2_untied_task_end_, 1)

#undef TASKS

int POMP2_Lib_get_max_threads(void) { return omp_get_max_threads(); }
int pomp2_lib_get_max_threads_(void) { return omp_get_max_threads(); }

/* A handle gets its value at the first use, which passes the description. */
void POMP2_Assign_handle(void** handle, const char* ctc) { (void)handle, (void)ctc; }
void pomp2_assign_handle_(void** handle, const char* ctc) { (void)handle, (void)ctc; }
