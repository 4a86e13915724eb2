! SPDX-License-Identifier: BSD-3-Clause
! Small functions in Fortran, each called 20 times. Prints what it computed.
module work
  implicit none
  integer :: table(20)
contains
  function leaf(step) result(value)
    integer, intent(in) :: step
    integer :: value
    value = table(step) * 2
  end function
  function looping(step) result(value)
    integer, intent(in) :: step
    integer :: value, i
    value = 0
    do i = 1, step
      value = value + table(i)
    end do
  end function
  function wrapper(step) result(value)
    integer, intent(in) :: step
    integer :: value, rate
    call system_clock(count_rate=rate)
    value = step + min(rate, 1)
  end function
end module

program small
  use work
  implicit none
  integer :: step, total
  table = [(step, step = 1, 20)]
  total = 0
  do step = 1, 20
    total = total + leaf(step) + looping(step) + wrapper(step)
  end do
  print '(i0)', total
end program
