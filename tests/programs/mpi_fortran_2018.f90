! SPDX-License-Identifier: BSD-3-Clause
! Fortran 2018 with MPI 4: sections of arrays as buffers, which the binding gets by descriptors, large
! counts, and a persistent collective operation.
program descriptors
  use mpi_f08
  implicit none
  integer :: rank, ranks, next, before
  integer :: out(8), into(8), total(8)
  integer(kind=MPI_COUNT_KIND) :: count
  type(MPI_Request) :: request
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  next = mod(rank + 1, ranks)
  before = mod(rank + ranks - 1, ranks)
  count = 4
  out = rank
  into = -1
  call MPI_Sendrecv(out(1:8:2), count, MPI_INTEGER, next, 1, into(1:8:2), count, MPI_INTEGER, &
                    before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  if (any(into(1:8:2) /= before) .or. any(into(2:8:2) /= -1)) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_Allreduce_init(out, total, 8, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, request)
  call MPI_Start(request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  if (any(total /= ranks*(ranks - 1)/2)) call MPI_Abort(MPI_COMM_WORLD, 1)
  call MPI_Request_free(request)
  call MPI_Finalize()
end program descriptors
