! SPDX-License-Identifier: BSD-3-Clause
! As counted_calls.c, through each Fortran binding, chosen by -DUSE_MPIF, -DUSE_MPI or -DUSE_F08. With
! functions for which the bindings call more than one of C.
program counted_calls
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
  type(MPI_File) :: file
#else
  integer :: file
#endif
  integer, parameter :: rounds = 100
  integer :: rank, ranks, ierr, i, total, calls, synchronisations
  integer, allocatable :: counts(:), places(:), values(:)
  character(1000) :: path

  call get_command_argument(1, path)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  allocate (counts(ranks), places(ranks), values(ranks))
  counts = 1
  places = [(i, i=0, ranks - 1)]
  total = 0
  do i = 1, rounds
    call MPI_Allgatherv(rank, 1, MPI_INTEGER, values, counts, places, MPI_INTEGER, &
                        MPI_COMM_WORLD, ierr)
    total = total + sum(values)
    call MPI_Bcast(total, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  end do
  write (path, '(a,".",i0)') trim(path), rank
  call MPI_File_open(MPI_COMM_SELF, trim(path), &
                     MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &
                     file, ierr)
  call MPI_File_close(file, ierr)
  call MPI_Finalize(ierr)
  calls = 1 + 2*rounds + 2 + 1
  synchronisations = rounds + 2 + 1
  call be_sampled()
  write (*, '(5(a,i0))') 'rank ', rank, ' of ', ranks, ' sum ', total, ' calls ', calls, &
    ' synchronisations ', synchronisations

contains

  subroutine be_sampled()
    integer(8) :: begin, time, rate
    call system_clock(begin, rate)
    time = begin
    do while (time - begin < rate/100)
      call system_clock(time)
    end do
  end subroutine
end program
