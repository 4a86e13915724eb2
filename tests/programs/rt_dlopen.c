// SPDX-License-Identifier: BSD-3-Clause
// rt_dlopen OBJECT CALLS: loads an object while it runs, calls into it, and kills itself.
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  void* object = argc > 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  if (object == NULL) return 1;
  void (*run)(int) = (void (*)(int))dlsym(object, "run");
  run(atoi(argv[2]));
  return raise(SIGKILL);
}
