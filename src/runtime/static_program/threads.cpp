// SPDX-License-Identifier: BSD-3-Clause
// Libraries of GCC for programs with and without threads, such as libgfortran, refer to functions
// of threads weakly. If pthread_key_create() is there, which the runtime calls, they take all
// others to be there and call them. So all that GCC's gthr-posix.h names are linked in.
#include <pthread.h>

namespace {

#define TARRY_THREAD_FUNCTIONS(use)                                                           \
  use(cancel) use(cond_broadcast) use(cond_destroy) use(cond_init) use(cond_signal)           \
      use(cond_timedwait) use(cond_wait) use(create) use(detach) use(equal) use(getspecific)  \
          use(join) use(key_create) use(key_delete) use(mutex_destroy) use(mutex_init)        \
              use(mutex_lock) use(mutex_timedlock) use(mutex_trylock) use(mutex_unlock)       \
                  use(mutexattr_destroy) use(mutexattr_init) use(mutexattr_settype) use(once) \
                      use(self) use(setspecific)

struct Functions {
#define TARRY_MEMBER(name) decltype(&pthread_##name) name = pthread_##name;
  TARRY_THREAD_FUNCTIONS(TARRY_MEMBER)
#undef TARRY_MEMBER
};
#undef TARRY_THREAD_FUNCTIONS

[[gnu::used, gnu::section(".data.rel.ro.tarry")]] constinit const Functions functions;

}  // namespace
