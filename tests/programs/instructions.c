/* SPDX-License-Identifier: BSD-3-Clause
 * A loop of a known number of instructions: two each time. */
void loop(long times) {
#if defined(__x86_64__)
  __asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(times) : : "cc");
#elif defined(__aarch64__)
  __asm__ volatile("1: subs %0, %0, #1\n\tb.ne 1b" : "+r"(times) : : "cc");
#endif
}

int main(void) {
  loop(50 * 1000 * 1000);
  return 0;
}
