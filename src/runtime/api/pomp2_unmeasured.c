/* SPDX-License-Identifier: BSD-3-Clause
 * The hooks of a program that runs without `tarry record`: a part of libtarry.so. */
#include "pomp2_hooks.h"

#pragma GCC visibility push(default)

void tarry_pomp2_enter(void** handle, const char* ctc, int construct) {
  (void)handle, (void)ctc, (void)construct;
}
void tarry_pomp2_leave(void** handle, int construct) { (void)handle, (void)construct; }

int64_t tarry_pomp2_fork(void** handle, const char* ctc, int requested_threads) {
  (void)handle, (void)ctc, (void)requested_threads;
  return 0;
}
void tarry_pomp2_join(void** handle) { (void)handle; }
void tarry_pomp2_team_begin(void** handle, int64_t team, int thread, int threads) {
  (void)handle, (void)team, (void)thread, (void)threads;
}
void tarry_pomp2_team_end(void** handle) { (void)handle; }

int64_t tarry_pomp2_task_create(void** handle, const char* ctc, int is_untied) {
  (void)handle, (void)ctc, (void)is_untied;
  return 0;
}
void tarry_pomp2_task_begin(void** handle, int64_t task) { (void)handle, (void)task; }
void tarry_pomp2_task_end(void** handle) { (void)handle; }

void tarry_pomp2_function_enter(int function) { (void)function; }
void tarry_pomp2_function_leave(int function) { (void)function; }
void tarry_pomp2_lock_acquired(const void* lock) { (void)lock; }
void tarry_pomp2_lock_released(const void* lock) { (void)lock; }

void tarry_pomp2_user_begin(void** handle, const char* ctc) { (void)handle, (void)ctc; }
void tarry_pomp2_user_end(void** handle) { (void)handle; }

#pragma GCC visibility pop
