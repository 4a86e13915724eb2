// SPDX-License-Identifier: BSD-3-Clause
// A child by fork that goes on calling functions and exits, and one by exec that prints what it
// sees of LD_PRELOAD.
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int sum;
static void in_child(void) { ++sum; }
static void in_parent(void) { ++sum; }

int main(void) {
  in_parent();
  const pid_t child = fork();
  if (child == 0) {
    for (int i = 0; i < 1000; ++i) in_child();
    exit(0);
  }
  waitpid(child, NULL, 0);
  in_parent();
  return system("echo \"LD_PRELOAD=${LD_PRELOAD-unset}\"");
}
