/* What every translation of rules begins with. Python's arithmetic on 64-bit integers, and errors that are raised. */
#include <stddef.h>
#include <stdint.h>

/* Numbers inside packed records lie at any address. */
#define PACKED __attribute__((aligned(1), may_alias))
typedef int16_t I2 PACKED;
typedef uint16_t U2 PACKED;
typedef int32_t I4 PACKED;
typedef uint32_t U4 PACKED;
typedef int64_t I8 PACKED;
typedef float F4 PACKED;
typedef double F8 PACKED;

#define UNLIKELY(condition) __builtin_expect((condition) != 0, 0)

/* Why a call ended before its time. Python reads it, and raises an error. */
enum { NO_FAILURE, BAD_INDEX, DIVISION_BY_ZERO, OUT_OF_RANGE, BAD_VALUE };
typedef struct {
  int64_t kind, line, found, bound;
  const char *rule;
} Failure;

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(#name)))
static Failure *failure;
#define BEGIN_CALL(given) failure = given
#define LEAVE() __builtin_trap()
#else
#include <setjmp.h>
#ifdef _WIN32
#define EXPORT(name) __declspec(dllexport)
#else
#define EXPORT(name) __attribute__((visibility("default")))
#endif
static _Thread_local Failure *failure;
static _Thread_local jmp_buf *way_out;
#define BEGIN_CALL(given) jmp_buf here; jmp_buf *outer = way_out; failure = given; way_out = &here; \
  if (setjmp(here)) { way_out = outer; return 0; }
#define LEAVE() longjmp(*way_out, 1)
#endif

#ifdef __clang__
#define COMPILER "Clang " __clang_version__
#else
#define COMPILER "GCC " __VERSION__
#endif
EXPORT(built_by) const char *built_by(void) { return COMPILER; }

__attribute__((noreturn, noinline, cold, unused)) static void fail(int64_t kind, const char *rule, int64_t line,
                                                                   int64_t found, int64_t bound) {
  *failure = (Failure){kind, line, found, bound, rule};
  LEAVE();
}

#ifdef CHECKED
static inline int64_t checked_index(int64_t i, int64_t count, const char *rule, int64_t line) {
  if (UNLIKELY(i < 0 || i >= count)) fail(BAD_INDEX, rule, line, i, count);
  return i;
}
static inline int64_t checked_number(int64_t x, int64_t low, int64_t high, const char *rule, int64_t line) {
  if (UNLIKELY(x < low || x > high)) fail(OUT_OF_RANGE, rule, line, x, x < low ? low : high);
  return x;
}
#define AT(i, count, line) checked_index(i, count, RULE, line)
#define FITS(x, low, high, line) checked_number(x, low, high, RULE, line)
#else
#define AT(i, count, line) (i)
#define FITS(x, low, high, line) (x)
#endif

/* Python rounds quotients down. The divisors 0 and -1, which C can't divide by, are told by one comparison. */
static inline int64_t floor_divide(int64_t a, int64_t b, const char *rule, int64_t line) {
  if (UNLIKELY((uint64_t)b + 1 <= 1)) {
    if (b == 0) fail(DIVISION_BY_ZERO, rule, line, 0, 0);
    return (int64_t)(0 - (uint64_t)a);
  }
  int64_t quotient = a / b;
  return quotient - ((a % b != 0) & ((a ^ b) < 0));
}
static inline int64_t modulo(int64_t a, int64_t b, const char *rule, int64_t line) {
  if (UNLIKELY((uint64_t)b + 1 <= 1)) {
    if (b == 0) fail(DIVISION_BY_ZERO, rule, line, 0, 0);
    return 0;
  }
  int64_t rest = a % b;
  return rest + ((rest != 0) & ((rest ^ b) < 0) ? b : 0);
}
static inline double true_divide(double a, double b, const char *rule, int64_t line) {
  if (UNLIKELY(b == 0)) fail(DIVISION_BY_ZERO, rule, line, 0, 0);
  return a / b;
}

static inline double square_root(double a, const char *rule, int64_t line) {
  if (UNLIKELY(a < 0)) fail(BAD_VALUE, rule, line, (int64_t)a, 0);
  return __builtin_sqrt(a);
}
static inline int64_t not_zero(int64_t step, const char *rule, int64_t line) {
  if (UNLIKELY(step == 0)) fail(BAD_VALUE, rule, line, 0, 0);
  return step;
}
static inline int64_t shift_left(int64_t a, int64_t by, const char *rule, int64_t line) {
  if (UNLIKELY(by < 0)) fail(BAD_VALUE, rule, line, by, 0);
  return by > 63 ? 0 : (int64_t)((uint64_t)a << by);
}
static inline int64_t shift_right(int64_t a, int64_t by, const char *rule, int64_t line) {
  if (UNLIKELY(by < 0)) fail(BAD_VALUE, rule, line, by, 0);
  return a >> (by > 63 ? 63 : by);
}

static inline int64_t int_min(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t int_max(int64_t a, int64_t b) { return b > a ? b : a; }
static inline int64_t int_abs(int64_t a) { return a < 0 ? -a : a; }
static inline double float_min(double a, double b) { return b < a ? b : a; }
static inline double float_max(double a, double b) { return b > a ? b : a; }
static inline double float_abs(double a) { return a < 0 ? -a : a; }
