! SPDX-License-Identifier: BSD-3-Clause
! Does what cartesian() and nonblocking() of mpi_neighbors.c do, through the binding that USE_MPIF,
! USE_MPI or USE_F08 chooses.
#if defined(USE_F08)
#define BINDING use mpi_f08
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#elif defined(USE_MPI)
#define BINDING use mpi
#define COMM integer
#define REQUEST integer
#else
#define COMM integer
#define REQUEST integer
#endif
module neighborhood
  use, intrinsic :: iso_c_binding
#ifdef BINDING
  BINDING
#endif
  implicit none
#ifndef BINDING
  include 'mpif.h'
#endif
  integer, parameter :: members = 5, late = 2
  integer :: rank
  integer, asynchronous :: mine(2), theirs(2)
  interface
    function usleep(microseconds) bind(c, name='usleep')
      import :: c_int
      integer(c_int), value :: microseconds
      integer(c_int) :: usleep
    end function
  end interface
contains
  subroutine begin_together()
    integer :: ierr
    integer(c_int) :: ignored
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    if (rank == late) ignored = usleep(100000_c_int)
  end subroutine
  subroutine expect_neighbors()
    if (theirs(1) /= modulo(rank - 1, members)) stop 1
    if (theirs(2) /= modulo(rank + 1, members)) stop 1
  end subroutine
  subroutine ring(comm)
    COMM, intent(in) :: comm
    integer :: ierr
    mine = rank
    call MPI_Neighbor_alltoall(mine, 1, MPI_INTEGER, theirs, 1, MPI_INTEGER, comm, ierr)
    call expect_neighbors()
  end subroutine
  subroutine ring_later(comm)
    COMM, intent(in) :: comm
    REQUEST :: pending
    integer :: ierr
    mine = rank
    call MPI_Ineighbor_allgather(mine, 1, MPI_INTEGER, theirs, 1, MPI_INTEGER, comm, pending, ierr)
    call MPI_Wait(pending, MPI_STATUS_IGNORE, ierr)
    call expect_neighbors()
  end subroutine
end module
program neighbors
  use neighborhood
  implicit none
  integer :: ierr, sizes(1) = members
  logical :: periods(1) = .true.
  COMM :: comm
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Cart_create(MPI_COMM_WORLD, 1, sizes, periods, .false., comm, ierr)
  call begin_together()
  call ring(comm)
  call begin_together()
  call ring_later(comm)
  call MPI_Comm_free(comm, ierr)
  call MPI_Finalize(ierr)
end program
