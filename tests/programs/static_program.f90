! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program that is linked dynamically and statically: both have the same records. It writes, for which
! libgfortran takes locks.
program static_program
  use tarry
  implicit none
  integer :: step
  call tarry_region_begin("solve")
  do step = 1, 3
    call work(step)
  end do
  call tarry_region_end("solve")
contains
  subroutine work(step)
    integer, intent(in) :: step
    print *, "step", step
  end subroutine
end program
