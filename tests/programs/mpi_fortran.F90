! SPDX-License-Identifier: BSD-3-Clause
! One ring through each Fortran binding, chosen by -DUSE_MPIF, -DUSE_MPI or -DUSE_F08: blocking
! and non-blocking messages, the special constants, a communicator, collectives.
program mpi_fortran
#if defined(USE_F08)
  use mpi_f08
#elif defined(USE_MPI)
  use mpi
#endif
  implicit none
#if defined(USE_MPIF)
  include 'mpif.h'
#endif
#if defined(USE_F08)
#define COMM type(MPI_Comm)
#define REQUEST type(MPI_Request)
#define STATUS(name) type(MPI_Status) :: name
#define SOURCE(status) status%MPI_SOURCE
#else
#define COMM integer
#define REQUEST integer
#define STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define SOURCE(status) status(MPI_SOURCE)
#endif
  integer :: rank, ranks, next, before, ierr, i, token, values(4), sums(4)
  logical :: flag
  COMM :: copy
  REQUEST :: requests(4)
  STATUS(state)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)

  call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 1, token, 1, MPI_INTEGER, before, 1, &
                    MPI_COMM_WORLD, state, ierr)
  if (token /= before .or. SOURCE(state) /= before) call fail('sendrecv')
  call MPI_Sendrecv(rank, 1, MPI_INTEGER, next, 2, token, 1, MPI_INTEGER, MPI_ANY_SOURCE, &
                    MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  if (token /= before) call fail('any source')

  values = -1
  do i = 1, 2
    call MPI_Irecv(values(i), 1, MPI_INTEGER, before, 10 + i, MPI_COMM_WORLD, requests(i), ierr)
  end do
  do i = 1, 2
    call MPI_Isend(rank, 1, MPI_INTEGER, next, 10 + i, MPI_COMM_WORLD, requests(2 + i), ierr)
  end do
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierr)
  if (any(values(1:2) /= before)) call fail('waitall')

  call MPI_Irecv(values(1), 1, MPI_INTEGER, before, 13, MPI_COMM_WORLD, requests(1), ierr)
  call MPI_Isend(rank, 1, MPI_INTEGER, next, 13, MPI_COMM_WORLD, requests(2), ierr)
  flag = .false.
  do while (.not. flag)
    call MPI_Test(requests(1), flag, state, ierr)
  end do
  call MPI_Wait(requests(2), MPI_STATUS_IGNORE, ierr)
  if (values(1) /= before .or. SOURCE(state) /= before) call fail('test')

  call MPI_Send(rank, 1, MPI_INTEGER, MPI_PROC_NULL, 20, MPI_COMM_WORLD, ierr)
  call MPI_Comm_dup(MPI_COMM_WORLD, copy, ierr)
  values = 1
  call MPI_Allreduce(MPI_IN_PLACE, values, 4, MPI_INTEGER, MPI_SUM, copy, ierr)
  if (any(values /= ranks)) call fail('in place')
  values = rank
  call MPI_Reduce(values, sums, 4, MPI_INTEGER, MPI_MAX, 0, copy, ierr)
  if (rank == 0 .and. any(sums /= ranks - 1)) call fail('reduce')
  call MPI_Bcast(values, 4, MPI_INTEGER, ranks - 1, copy, ierr)
  if (any(values /= ranks - 1)) call fail('bcast')
  call MPI_Barrier(copy, ierr)
  call MPI_Comm_free(copy, ierr)
  call MPI_Finalize(ierr)

contains

  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'wrong result of ', what
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end subroutine fail

end program mpi_fortran
