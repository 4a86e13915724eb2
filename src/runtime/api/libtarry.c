/* SPDX-License-Identifier: BSD-3-Clause
 * The library that programs link with (-ltarry): the functions of tarry.h and of the Fortran
 * module, which do nothing here. The injected runtime comes first in the search order and takes the
 * calls over. */
#include <stddef.h>

#include "tarry/tarry.h"

#define EXPORTED __attribute__((visibility("default")))

/* Fortran passes the lengths of texts behind the other arguments. */
EXPORTED void tarry_region_begin_(const char* name, size_t length);
EXPORTED void tarry_region_end_(const char* name, size_t length);
EXPORTED void tarry_counter_add_(const char* name, const char* unit, const long long* amount,
                                 size_t name_length, size_t unit_length);
EXPORTED void tarry_counter_set_(const char* name, const char* unit, const double* level,
                                 size_t name_length, size_t unit_length);
EXPORTED void tarry_parameter_begin_(const char* name, const long long* value, size_t length);
EXPORTED void tarry_parameter_end_(const char* name, const long long* value, size_t length);

EXPORTED void tarry_region_begin(tarry_region* region, const char* name, const char* file,
                                 int line) {
  (void)region, (void)name, (void)file, (void)line;
}
EXPORTED void tarry_region_end(tarry_region* region, const char* name, const char* file) {
  (void)region, (void)name, (void)file;
}
EXPORTED void tarry_counter_add(tarry_counter* counter, const char* name, const char* unit,
                                unsigned long long amount) {
  (void)counter, (void)name, (void)unit, (void)amount;
}
EXPORTED void tarry_counter_set(tarry_counter* counter, const char* name, const char* unit,
                                double level) {
  (void)counter, (void)name, (void)unit, (void)level;
}
EXPORTED void tarry_parameter_begin(const char* name, long long value) { (void)name, (void)value; }
EXPORTED void tarry_parameter_end(const char* name, long long value) { (void)name, (void)value; }
EXPORTED void tarry_pause(void) {}
EXPORTED void tarry_resume(void) {}
void tarry_region_begin_(const char* name, size_t length) { (void)name, (void)length; }
void tarry_region_end_(const char* name, size_t length) { (void)name, (void)length; }
void tarry_counter_add_(const char* name, const char* unit, const long long* amount,
                        size_t name_length, size_t unit_length) {
  (void)name, (void)unit, (void)amount, (void)name_length, (void)unit_length;
}
void tarry_counter_set_(const char* name, const char* unit, const double* level, size_t name_length,
                        size_t unit_length) {
  (void)name, (void)unit, (void)level, (void)name_length, (void)unit_length;
}
void tarry_parameter_begin_(const char* name, const long long* value, size_t length) {
  (void)name, (void)value, (void)length;
}
void tarry_parameter_end_(const char* name, const long long* value, size_t length) {
  (void)name, (void)value, (void)length;
}
