! SPDX-License-Identifier: BSD-3-Clause
! Calls of MPI below procedures of a module and plain ones, through the binding that USE_MPIF,
! USE_MPI or USE_F08 chooses. The same call paths must be recorded with function hooks and without.
#if defined(USE_F08)
#define BINDING use mpi_f08
#define COMM type(MPI_Comm)
#elif defined(USE_MPI)
#define BINDING use mpi
#define COMM integer
#else
#define COMM integer
#endif
module steps
#ifdef BINDING
  BINDING
#endif
  implicit none
#ifndef BINDING
  include 'mpif.h'
#endif
contains
  subroutine exchange(comm)
    COMM, intent(in) :: comm
    integer :: ierr, rank
    call MPI_Comm_rank(comm, rank, ierr)
    call MPI_Barrier(comm, ierr)
  end subroutine
  recursive subroutine descend(depth)
    integer, intent(in) :: depth
    integer :: ierr, size
    if (depth > 0) call descend(depth - 1)
    call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  end subroutine
end module
subroutine outer()
  use steps
  implicit none
  integer :: i
  do i = 1, 3
    call exchange(MPI_COMM_WORLD)
  end do
end subroutine
program call_stacks
  use steps
  implicit none
  integer :: ierr
  call MPI_Init(ierr)
  call outer()
  call exchange(MPI_COMM_WORLD)
  call descend(3)
  call MPI_Finalize(ierr)
end program
