! SPDX-License-Identifier: BSD-3-Clause
! Each Fortran binding makes the calls, in turns. Open MPI's mpi_f08 calls the one for mpif.h: what
! is called in C returns to the same place, from another depth.
subroutine ring_of_mpif(values)
  implicit none
  include 'mpif.h'
  integer, intent(inout) :: values(2)
  integer :: rank, ranks, error
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Send(values(1), 1, MPI_INTEGER, mod(rank + 1, ranks), 1, MPI_COMM_WORLD, error)
  call MPI_Recv(values(2), 1, MPI_INTEGER, mod(rank + ranks - 1, ranks), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
end subroutine ring_of_mpif

subroutine ring_of_mpi(values)
  use mpi
  implicit none
  integer, intent(inout) :: values(2)
  integer :: rank, ranks, error
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Send(values(1), 1, MPI_INTEGER, mod(rank + 1, ranks), 2, MPI_COMM_WORLD, error)
  call MPI_Recv(values(2), 1, MPI_INTEGER, mod(rank + ranks - 1, ranks), 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
end subroutine ring_of_mpi

subroutine ring_of_mpi_f08(values)
  use mpi_f08
  implicit none
  integer, intent(inout) :: values(2)
  integer :: rank, ranks, error
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  call MPI_Send(values(1), 1, MPI_INTEGER, mod(rank + 1, ranks), 3, MPI_COMM_WORLD, error)
  call MPI_Recv(values(2), 1, MPI_INTEGER, mod(rank + ranks - 1, ranks), 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Barrier(MPI_COMM_WORLD, error)
end subroutine ring_of_mpi_f08

program mpi_bindings
  use mpi, only: MPI_Init, MPI_Finalize
  implicit none
  integer :: values(2), step, error
  values = 1
  call MPI_Init(error)
  do step = 1, 3
    call ring_of_mpif(values)
    call ring_of_mpi(values)
    call ring_of_mpi_f08(values)
  end do
  call MPI_Finalize(error)
end program mpi_bindings
