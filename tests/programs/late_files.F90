! SPDX-License-Identifier: BSD-3-Clause
! Does what late_files.c does, with the module that -DUSE_MPI or -DUSE_F08 chooses.
program late_files
#if defined(USE_MPI)
  use mpi
#define FILE_HANDLE integer
#define REQUEST integer
#define DATATYPE integer
#else
  use mpi_f08
#define FILE_HANDLE type(MPI_File)
#define REQUEST type(MPI_Request)
#define DATATYPE type(MPI_Datatype)
#endif
  implicit none
  integer, parameter :: numbers = 100
  integer(MPI_OFFSET_KIND), parameter :: bytes = 4 * numbers, begin = 0
  integer :: rank, ierr, milliseconds, values(numbers)
  integer(MPI_OFFSET_KIND) :: place, first
  character(len=4096) :: name, text, together, alone
  FILE_HANDLE :: file
  REQUEST :: request_
  DATATYPE :: piece

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call get_command_argument(1, name)
  call get_command_argument(2, text)
  read (text, *) milliseconds
  together = trim(name)//'.together'
  write (alone, '(a, a, i0)') trim(name), '.of-', rank
  values = rank
  place = rank * bytes
  first = 4 * rank

  if (rank == 1) call be_late()
  call MPI_File_open(MPI_COMM_WORLD, trim(together), ior(MPI_MODE_CREATE, MPI_MODE_RDWR), &
                     MPI_INFO_NULL, file, ierr)
  call MPI_File_write_at(file, place, values, 10, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call MPI_File_iwrite_at(file, place, values, 20, MPI_INTEGER, request_, ierr)
  call MPI_Wait(request_, MPI_STATUS_IGNORE, ierr)
  call MPI_Type_vector(numbers, 1, 2, MPI_INTEGER, piece, ierr)
  call MPI_Type_commit(piece, ierr)
  call MPI_File_set_view(file, first, MPI_INTEGER, piece, 'native', MPI_INFO_NULL, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) call be_late()
  call MPI_File_write_all(file, values, numbers, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call MPI_File_sync(file, ierr)
  call MPI_File_read_at_all_begin(file, begin, values, 30, MPI_INTEGER, ierr)
  call MPI_File_read_at_all_end(file, values, MPI_STATUS_IGNORE, ierr)
  if (values(30) /= rank) stop 1
  call MPI_File_close(file, ierr)
  call MPI_Type_free(piece, ierr)

  call MPI_File_open(MPI_COMM_SELF, trim(alone), ior(MPI_MODE_CREATE, MPI_MODE_RDWR), &
                     MPI_INFO_NULL, file, ierr)
  call MPI_File_write(file, values, 5 + rank, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call MPI_File_seek(file, begin, MPI_SEEK_SET, ierr)
  call MPI_File_read(file, values, numbers, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
  call MPI_File_close(file, ierr)
  call MPI_File_delete(trim(alone), MPI_INFO_NULL, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) call MPI_File_delete(trim(together), MPI_INFO_NULL, ierr)
  call MPI_Finalize(ierr)

contains

  subroutine be_late()
    use iso_c_binding, only: c_int
    interface
      integer(c_int) function usleep(microseconds) bind(c)
        import :: c_int
        integer(c_int), value :: microseconds
      end function
    end interface
    if (usleep(int(1000 * milliseconds, c_int)) /= 0) stop 2
  end subroutine
end program
