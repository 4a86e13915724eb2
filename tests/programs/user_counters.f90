! SPDX-License-Identifier: BSD-3-Clause
! The Fortran form of user_counters.c: names with blanks behind them, an amount that is none.
program user_counters
  use, intrinsic :: iso_c_binding, only: c_long_long, c_double
  use tarry
  implicit none
  character(len=12) :: name = "cells"
  integer(c_long_long) :: i
  do i = 0, 3
    call tarry_parameter_begin("level", mod(i, 2_c_long_long))
    call tarry_counter_add(name, "#", 10_c_long_long)
    call tarry_counter_add("cells", "#", -10_c_long_long)
    call tarry_counter_set("residual", "", 0.5_c_double)
    call tarry_parameter_end("level", mod(i, 2_c_long_long))
  end do
end program
