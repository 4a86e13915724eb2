! SPDX-License-Identifier: BSD-3-Clause
! The constructs of omp_worksharing.c and omp_locks.c that matter most, in Fortran. What the threads do
! one after the other by chance is done by a team of one.
program omp_fortran
  use omp_lib
  implicit none
  integer :: i, total
  integer(kind=omp_lock_kind) :: lock
  call omp_init_lock(lock)
  total = 0
  !$omp parallel num_threads(2)
  !$omp do schedule(dynamic)
  do i = 1, 4
    !$omp atomic
    total = total + i
  end do
  !$omp end do
  !$omp barrier
  !$omp end parallel
  !$omp parallel num_threads(1)
  !$omp critical
  total = total + 1
  !$omp end critical
  call omp_set_lock(lock)
  call omp_unset_lock(lock)
  !$omp workshare
  total = total + 1
  !$omp end workshare
  !$omp task shared(total)
  total = total + 1
  !$omp end task
  !$omp taskwait
  !$omp end parallel
  call omp_destroy_lock(lock)
  print '(i0)', total
end program omp_fortran
