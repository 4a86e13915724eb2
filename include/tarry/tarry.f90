! SPDX-License-Identifier: BSD-3-Clause
! What a Fortran program can tell Tarry about itself (for C and C++: tarry.h):
!
!   use tarry
!   call tarry_region_begin("solve")
!   ...
!   call tarry_region_end("solve")
!
! Link with -ltarry. The module holds interfaces only, so any compiler can make its own of this file
! and there is no object to link.
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

    ! Stops and starts the recording of the whole process.
    subroutine tarry_pause() bind(C, name="tarry_pause")
    end subroutine

    subroutine tarry_resume() bind(C, name="tarry_resume")
    end subroutine
  end interface
end module tarry
