// SPDX-License-Identifier: BSD-3-Clause
// Loops of all kinds, for the test that finds them in machine code again. What is called is defined
// nowhere: it is built, but not run.
#include <stdlib.h>

int next(int);
void use(int);
void done(void) __attribute__((noreturn));

static void fail(int code) {
  use(code);
  done();
}

void nest(int n, double* a) {
  for (int i = 0; i < n; ++i) {
    use(i);
    for (int j = 0; j < i; ++j) {
      a[j] += next(j);
      for (int k = 0; k < j; ++k) a[k] *= next(k);
    }
    for (int j = n; j > i; --j) use(j);
  }
}

int whiles(int n) {
  int sum = 0;
  while (n > 0) {
    n = next(n);
    if (n == 7) continue;
    if (n == 9) break;
    sum += n;
  }
  do {
    sum = next(sum);
    use(sum);
  } while (sum > 100);
  return sum;
}

int endless(int n) {
  for (;;) {
    n = next(n);
    if (n == 3) return n;
    while (1) {
      use(n);
      if (next(n)) break;
    }
  }
}

int switches(const int* code, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    switch (code[i]) {
      case 0:
        sum += next(1);
        break;
      case 1:
        while (sum > 10) sum -= next(sum);
        break;
      case 2:
        use(sum);
        break;
      case 3:
        sum *= 3;
        break;
      case 4:
        sum ^= next(5);
        break;
      case 5:
        fail(sum);
      case 6:
        return sum;
      case 7:
        sum -= 11;
        use(7);
        break;
      default:
        use(-1);
    }
  }
  return sum;
}

int jumps(int n) {
  int tries = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (next(i + j) == 0) goto out;
      if (next(i * j) == 1) exit(1);
    }
    use(i);
  }
out:
  while (tries < next(n)) ++tries;
  return tries;
}

double vectors(double* restrict a, const double* restrict b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) a[i] = 2 * b[i] + 1;
  for (int i = 0; i < n; ++i) {
    sum += a[i] * b[i];
  }
  for (int i = 0; i < 4; ++i) sum -= a[i];
  return sum;
}

static inline int count(const char* text) {
  int number = 0;
  while (text[number] != 0) ++number;
  return number;
}

int inlined(const char* const* texts, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += count(texts[i]);
    use(sum);
  }
  return sum + count(texts[n]);
}

struct item {
  struct item* next;
  int value;
};

int list(const struct item* first, int value) {
  for (const struct item* at = first; at != NULL; at = at->next)
    if (at->value == value) return next(value);
  for (const struct item* at = first; at; at = at->next)
    for (int i = 0; i < at->value; ++i) use(i);
  return 0;
}

// Bodies that begin in the line of the name.
// clang-format off
void one_line(int* a, int n) { for (int i = 0; i < n; ++i) a[i] = next(i); }

static inline int in_line(int n) { int sum = 0; while (sum < n) sum += next(sum); return sum; }

void begins_in_line(int* a, int n) { for (int i = 0; i < n; ++i) {
    a[i] = next(i);
    use(a[i]);
  }
}
// clang-format on

int calls_in_line(const int* a, int n) {
  int sum = 0;

  for (int i = 0; i < n; ++i) {
    use(in_line(a[i]));
    sum += i;
  }

  return sum;
}

int sort(int* a, int n) {
  int moved;
  do {
    moved = 0;
    for (int i = 1; i < n; ++i) {
      if (a[i - 1] <= a[i]) continue;
      const int kept = a[i];
      a[i] = a[i - 1];
      a[i - 1] = kept;
      moved = 1;
    }
  } while (moved);
  int at = 0;
  while (at < n && a[at] < 0) ++at;
  return at;
}
