/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The interface by which a program tells Tarry about itself: regions and counters with names of its
 * own, and when to record.
 *
 *   #include <tarry/tarry.h>
 *   TARRY_REGION_BEGIN("solve");
 *   ...
 *   TARRY_REGION_END("solve");
 *
 * Without -DTARRY the macros vanish. With it, link with -ltarry: a tiny library whose functions do
 * nothing, so that the program also runs without Tarry; `tarry record` puts the real functions in
 * front of it. `tarry instrument <compile command>` adds both options.
 *
 * Regions must nest properly and end in the thread that began them. A name stands for the same
 * region wherever it is used in a file, and must be the same each time a place is passed.
 */
#ifndef TARRY_TARRY_H
#define TARRY_TARRY_H

#ifdef __cplusplus
extern "C" {
#endif

/* The region of a place in the program, kept by the place; all zero at first. */
typedef struct tarry_region {
  unsigned number;
} tarry_region;

/* The functions behind the macros; they may be called directly, too, by any thread, also in signal
 * handlers. `region` must be static. */
void tarry_region_begin(tarry_region* region, const char* name, const char* file, int line);
void tarry_region_end(tarry_region* region, const char* name, const char* file);

/* The counter of a place in the program, kept by the place; all zero at first. */
typedef struct tarry_counter {
  unsigned number;
} tarry_counter;

/* Numbers that the program itself provides. An amount ("cells", "bytes read") belongs to the call
 * path where it is added, and reports show the sums; a level ("residual") is only in the trace. A
 * name stands for the same counter everywhere in the program, with the unit of its first use; ""
 * means no unit. Any thread may call these, also in signal handlers. `counter` must be static. */
void tarry_counter_add(tarry_counter* counter, const char* name, const char* unit,
                       unsigned long long amount);
void tarry_counter_set(tarry_counter* counter, const char* name, const char* unit, double level);

/* Everything in between is shown separately for each value, as a region "name=value". Use it for
 * parameters with few values; they nest as regions do. */
void tarry_parameter_begin(const char* name, long long value);
void tarry_parameter_end(const char* name, long long value);

/* Stops and starts the recording of the whole process. */
void tarry_pause(void);
void tarry_resume(void);

#ifdef __cplusplus
}

#if defined(__GNUC__)
#define TARRY_IN_PLACE __attribute__((always_inline, no_instrument_function))
#else
#define TARRY_IN_PLACE
#endif

namespace tarry {

/* A region from here to the end of the block. */
class ScopedRegion {
 public:
  TARRY_IN_PLACE ScopedRegion(tarry_region* region, const char* name, const char* file, int line)
      : region_(region), name_(name), file_(file) {
    tarry_region_begin(region, name, file, line);
  }
  TARRY_IN_PLACE ~ScopedRegion() { tarry_region_end(region_, name_, file_); }
  ScopedRegion(const ScopedRegion&) = delete;
  ScopedRegion& operator=(const ScopedRegion&) = delete;

 private:
  tarry_region* region_;
  const char* name_;
  const char* file_;
};

} /* namespace tarry */
#endif

#ifdef TARRY

#define TARRY_REGION_BEGIN(name)                                 \
  do {                                                           \
    static tarry_region tarry_here;                              \
    tarry_region_begin(&tarry_here, (name), __FILE__, __LINE__); \
  } while (0)
#define TARRY_REGION_END(name)                       \
  do {                                               \
    static tarry_region tarry_here;                  \
    tarry_region_end(&tarry_here, (name), __FILE__); \
  } while (0)
#define TARRY_COUNTER_ADD(name, unit, amount)                 \
  do {                                                        \
    static tarry_counter tarry_here;                          \
    tarry_counter_add(&tarry_here, (name), (unit), (amount)); \
  } while (0)
#define TARRY_COUNTER_SET(name, unit, level)                 \
  do {                                                       \
    static tarry_counter tarry_here;                         \
    tarry_counter_set(&tarry_here, (name), (unit), (level)); \
  } while (0)
#define TARRY_PARAMETER_BEGIN(name, value) tarry_parameter_begin((name), (value))
#define TARRY_PARAMETER_END(name, value) tarry_parameter_end((name), (value))
#define TARRY_PAUSE() tarry_pause()
#define TARRY_RESUME() tarry_resume()

#ifdef __cplusplus
#define TARRY_REGION_NUMBERED(name, n) \
  static tarry_region tarry_place_##n; \
  const ::tarry::ScopedRegion tarry_scope_##n(&tarry_place_##n, (name), __FILE__, __LINE__)
#define TARRY_REGION_EXPANDED(name, n) TARRY_REGION_NUMBERED(name, n)
/* C++: a region until the end of the block. */
#define TARRY_REGION(name) TARRY_REGION_EXPANDED(name, __COUNTER__)
/* C++: a region for this function, under its own name. */
#define TARRY_FUNCTION TARRY_REGION(__func__)
#endif

#else

#define TARRY_REGION_BEGIN(name) ((void)0)
#define TARRY_REGION_END(name) ((void)0)
#define TARRY_COUNTER_ADD(name, unit, amount) ((void)0)
#define TARRY_COUNTER_SET(name, unit, level) ((void)0)
#define TARRY_PARAMETER_BEGIN(name, value) ((void)0)
#define TARRY_PARAMETER_END(name, value) ((void)0)
#define TARRY_PAUSE() ((void)0)
#define TARRY_RESUME() ((void)0)
#ifdef __cplusplus
#define TARRY_REGION(name) ((void)0)
#define TARRY_FUNCTION ((void)0)
#endif

#endif

#endif
