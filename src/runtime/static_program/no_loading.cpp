// SPDX-License-Identifier: BSD-3-Clause
// A static program loads no libraries: what the runtime could load, such as PAPI, is not there.
// These functions serve the runtime alone. With those of the C library, linking would warn that the
// program needs shared libraries when it runs.

extern "C" {

void* dlopen(const char* path, int mode);
void* dlsym(void* library, const char* name);
int dlclose(void* library);

void* dlopen(const char* /*path*/, int /*mode*/) { return nullptr; }
void* dlsym(void* /*library*/, const char* /*name*/) { return nullptr; }
int dlclose(void* /*library*/) { return 0; }

}  // extern "C"
