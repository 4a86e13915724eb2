/* SPDX-License-Identifier: BSD-3-Clause
 * What programs link with (-ltarry): the functions of tarry.h and of the Fortran module, doing
 * nothing. The injected runtime comes before it in the search order and takes the calls over. */
#include <stddef.h>

#include "tarry/tarry.h"

#define EXPORTED __attribute__((visibility("default")))

/* Fortran passes the length behind the other arguments. */
EXPORTED void tarry_region_begin_(const char* name, size_t length);
EXPORTED void tarry_region_end_(const char* name, size_t length);

EXPORTED void tarry_region_begin(tarry_region* region, const char* name, const char* file,
                                 int line) {
  (void)region, (void)name, (void)file, (void)line;
}
EXPORTED void tarry_region_end(tarry_region* region, const char* name, const char* file) {
  (void)region, (void)name, (void)file;
}
EXPORTED void tarry_pause(void) {}
EXPORTED void tarry_resume(void) {}
void tarry_region_begin_(const char* name, size_t length) { (void)name, (void)length; }
void tarry_region_end_(const char* name, size_t length) { (void)name, (void)length; }
