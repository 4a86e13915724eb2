! SPDX-License-Identifier: BSD-3-Clause
! The interface by which a Fortran program tells Tarry about itself (for C and C++: tarry.h):
!
!   use tarry
!   call tarry_region_begin("solve")
!   ...
!   call tarry_region_end("solve")
!
! Link with -ltarry. The module contains only interfaces, so any compiler can compile it from this
! file and there is no object to link.
module tarry
  implicit none
  public

  interface
    ! A region with a name of the program's own. Regions must nest properly and end in the thread
    ! that began them.
    subroutine tarry_region_begin(name)
      character(len=*), intent(in) :: name
    end subroutine

    subroutine tarry_region_end(name)
      character(len=*), intent(in) :: name
    end subroutine

    ! Numbers that the program itself provides. An amount belongs to the call path where it is
    ! added, and reports show the sums; amounts that are not positive are ignored. A level is only in
    ! the trace.
    ! A name stands for the same counter everywhere in the program; "" is no unit.
    subroutine tarry_counter_add(name, unit, amount)
      use, intrinsic :: iso_c_binding, only: c_long_long
      character(len=*), intent(in) :: name, unit
      integer(c_long_long), intent(in) :: amount
    end subroutine

    subroutine tarry_counter_set(name, unit, level)
      use, intrinsic :: iso_c_binding, only: c_double
      character(len=*), intent(in) :: name, unit
      real(c_double), intent(in) :: level
    end subroutine

    ! Everything in between is shown separately for each value, as a region "name=value".
    subroutine tarry_parameter_begin(name, value)
      use, intrinsic :: iso_c_binding, only: c_long_long
      character(len=*), intent(in) :: name
      integer(c_long_long), intent(in) :: value
    end subroutine

    subroutine tarry_parameter_end(name, value)
      use, intrinsic :: iso_c_binding, only: c_long_long
      character(len=*), intent(in) :: name
      integer(c_long_long), intent(in) :: value
    end subroutine

    ! Stops and starts the recording of the whole process.
    subroutine tarry_pause() bind(C, name="tarry_pause")
    end subroutine

    subroutine tarry_resume() bind(C, name="tarry_resume")
    end subroutine
  end interface
end module tarry
