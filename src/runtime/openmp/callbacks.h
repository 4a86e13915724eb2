// SPDX-License-Identifier: BSD-3-Clause
// The callbacks of OMPT (OpenMP 5.1, chapter 19.5), ordered by subject. Each is called by the
// thread that it is about.
#pragma once

#include <omp-tools.h>

namespace tarry::runtime::openmp {

void on_thread_begin(ompt_thread_t kind, ompt_data_t* thread);
void on_parallel_begin(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* parallel,
                       unsigned requested, int flags, const void* address);
void on_parallel_end(ompt_data_t* parallel, ompt_data_t* task, int flags, const void* address);
void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
                      unsigned size, unsigned index, int flags);

void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
             ompt_data_t* task, std::uint64_t count, const void* address);
void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t* parallel, ompt_data_t* task,
               const void* address);
void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* parallel,
                    ompt_data_t* task, const void* address);
void on_flush(ompt_data_t* thread, const void* address);

void on_mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned implementation,
                      ompt_wait_id_t lock, const void* address);
void on_mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t lock, const void* address);
void on_mutex_released(ompt_mutex_t kind, ompt_wait_id_t lock, const void* address);
void on_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t lock, const void* address);

void on_task_create(ompt_data_t* task, const ompt_frame_t* frame, ompt_data_t* created, int flags,
                    int has_dependences, const void* address);
void on_task_schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next);

}  // namespace tarry::runtime::openmp
