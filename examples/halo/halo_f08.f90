! SPDX-License-Identifier: BSD-3-Clause
! Halo exchange in a chain of ranks with one slow rank, in Fortran with the module mpi_f08.
! The same operations, messages and checksum as halo_c.c.
!
! usage: halo_f08 [steps [milliseconds of extra work of the middle rank per step]]
module halo_f08_work
  use, intrinsic :: iso_c_binding, only: c_int, c_int64_t, c_long, c_ptr, c_null_ptr
  use mpi_f08
  implicit none
  integer, parameter :: cells_per_rank = 1000
  integer(c_int64_t), parameter :: modulus = 1000003

  type, bind(c) :: timespec
    integer(c_long) :: seconds
    integer(c_long) :: nanoseconds
  end type timespec

  interface
    function nanosleep(pause, rest) bind(c) result(status)
      import :: c_int, c_ptr, timespec
      type(timespec), intent(in) :: pause
      type(c_ptr), value :: rest
      integer(c_int) :: status
    end function nanosleep
  end interface

contains

  subroutine spend(milliseconds)
    integer, intent(in) :: milliseconds
    type(timespec) :: pause
    integer(c_int) :: status
    pause%seconds = milliseconds / 1000
    pause%nanoseconds = mod(milliseconds, 1000) * 1000000_c_long
    status = nanosleep(pause, c_null_ptr)
  end subroutine spend

  ! cells(0) and cells(cells_per_rank + 1) are the halo.
  subroutine compute(cells, milliseconds)
    integer(c_int64_t), intent(inout) :: cells(0:cells_per_rank + 1)
    integer, intent(in) :: milliseconds
    integer(c_int64_t) :: previous, mine
    integer :: i
    previous = cells(0)
    do i = 1, cells_per_rank
      mine = cells(i)
      cells(i) = mod(previous + 2 * mine + cells(i + 1), modulus)
      previous = mine
    end do
    call spend(milliseconds)
  end subroutine compute

  subroutine exchange(cells, left, right)
    integer(c_int64_t), intent(inout), asynchronous :: cells(0:cells_per_rank + 1)
    integer, intent(in) :: left, right
    type(MPI_Request) :: requests(4)
    integer :: error
    call MPI_Irecv(cells(0), 1, MPI_INTEGER8, left, 1, MPI_COMM_WORLD, requests(1), error)
    call MPI_Irecv(cells(cells_per_rank + 1), 1, MPI_INTEGER8, right, 2, MPI_COMM_WORLD, requests(2), error)
    call MPI_Isend(cells(1), 1, MPI_INTEGER8, left, 2, MPI_COMM_WORLD, requests(3), error)
    call MPI_Isend(cells(cells_per_rank), 1, MPI_INTEGER8, right, 1, MPI_COMM_WORLD, requests(4), error)
    call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
  end subroutine exchange

  function checksum(cells) result(total)
    integer(c_int64_t), intent(in) :: cells(0:cells_per_rank + 1)
    integer(c_int64_t) :: total
    integer :: error
    total = sum(cells(1:cells_per_rank))
    call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, error)
  end function checksum

  function argument(position, otherwise) result(value)
    integer, intent(in) :: position, otherwise
    integer :: value
    character(len=32) :: text
    value = otherwise
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *) value
  end function argument

end module halo_f08_work

program halo_f08
  use halo_f08_work
  implicit none
  integer :: rank, ranks, left, right, steps, extra, milliseconds, step, i, error
  integer(c_int64_t), asynchronous :: cells(0:cells_per_rank + 1)
  integer(c_int64_t) :: total

  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  steps = argument(1, 10)
  extra = argument(2, 20)
  left = MPI_PROC_NULL
  right = MPI_PROC_NULL
  if (rank > 0) left = rank - 1
  if (rank + 1 < ranks) right = rank + 1
  milliseconds = 1
  if (rank == ranks / 2) milliseconds = 1 + extra

  cells = 0
  do i = 1, cells_per_rank
    cells(i) = int(rank, c_int64_t) * cells_per_rank + i
  end do

  call MPI_Barrier(MPI_COMM_WORLD, error)
  do step = 1, steps
    call compute(cells, milliseconds)
    call exchange(cells, left, right)
  end do
  total = checksum(cells)
  if (rank == 0) print '(a,i0,a,i0)', 'halo: ', ranks, ' ranks, checksum ', total
  call MPI_Finalize(error)
end program halo_f08
