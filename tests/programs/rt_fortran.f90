! SPDX-License-Identifier: BSD-3-Clause
! The Fortran module: a region by name, with blanks behind it, and a pause.
program rt_fortran
  use tarry
  implicit none
  character(len=20) :: name = "solve"
  call tarry_region_begin("solve")
  call tarry_region_end(name)
  call tarry_pause()
  call tarry_region_begin("solve")
  call tarry_region_end("solve")
  call tarry_resume()
end program
