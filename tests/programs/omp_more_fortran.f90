! SPDX-License-Identifier: BSD-3-Clause
! Fortran's other constructs; a single thread where the order would be left to chance.
program omp_more_fortran
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer :: i, values(8)

  values = 0
  call omp_init_lock(lock)
  call omp_init_nest_lock(nest)
  call omp_set_max_active_levels(2)
  !$omp parallel num_threads(1)
  !$omp sections
  !$omp section
  values(1) = 1
  !$omp section
  values(2) = 2
  !$omp end sections
  !$omp single
  values(3) = 3
  !$omp end single
  !$omp master
  values(4) = 4
  !$omp end master
  !$omp flush
  call omp_set_lock(lock)
  values(5) = values(5) + 1
  call omp_unset_lock(lock)
  call omp_set_nest_lock(nest)
  call omp_set_nest_lock(nest)
  call omp_unset_nest_lock(nest)
  call omp_unset_nest_lock(nest)
  !$omp do ordered schedule(static, 1)
  do i = 1, 2
    !$omp ordered
    values(6) = values(6) + i
    !$omp end ordered
  end do
  !$omp end do
  !$omp taskgroup
  !$omp task depend(out: values) shared(values)
  values(7) = 7
  !$omp end task
  !$omp task depend(in: values) shared(values)
  values(8) = values(7)
  !$omp end task
  !$omp end taskgroup
  !$omp taskloop num_tasks(2) shared(values)
  do i = 1, 2
    values(i) = values(i) + 1
  end do
  !$omp end taskloop
  !$omp parallel num_threads(1)
  values(1) = values(1) + 1
  !$omp end parallel
  !$omp end parallel
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest)
  print *, sum(values)
end program omp_more_fortran
