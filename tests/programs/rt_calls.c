// SPDX-License-Identifier: BSD-3-Clause
// Nested and recursive calls; says whether errno survived them, and leaves with status 3.
#include <errno.h>
#include <stdio.h>

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
static int outer(int n) { return factorial(n) + factorial(2); }

int main(void) {
  errno = 42;
  const int value = outer(5);
  printf("%d errno %d\n", value, errno);
  return 3;
}
