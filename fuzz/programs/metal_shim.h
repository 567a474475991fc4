// As much of the Metal standard library as generated programs use, in plain C++: so that the Metal text of a program can be
// run where there is no Metal. Shapes, sizes and alignments are those of Metal; what Metal leaves open stays undefined, so that
// the undefined behaviour sanitizer finds where our text relies on it.
#pragma once

#include <barrier>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <type_traits>

#define kernel
#define device
#define constant
#define thread
#define threadgroup

using uint = uint32_t;
using uchar = uint8_t;
using ushort = uint16_t;
using half = _Float16;
constexpr half operator""h(long double v) { return static_cast<half>(v); }
constexpr half operator""h(unsigned long long v) { return static_cast<half>(v); }

template <class To, class From> To as_type(From v) {
  static_assert(sizeof(To) == sizeof(From));
  To out;
  std::memcpy(&out, &v, sizeof out);
  return out;
}

namespace metal {

template <class T, int N> struct components;
template <class T> struct components<T, 2> { T x, y; };
template <class T> struct components<T, 3> { T x, y, z; };
template <class T> struct components<T, 4> { T x, y, z, w; };

template <class T, int N> struct alignas(sizeof(T) * (N == 3 ? 4 : N)) vec : components<T, N> {
  using element = T;
  static constexpr int kSize = N;
  vec() = default;
  template <class A> requires std::is_arithmetic_v<A> || std::is_same_v<A, half> explicit(!std::is_same_v<A, T>) vec(A v) {
    for (int i = 0; i < N; ++i) (*this)[i] = static_cast<T>(v);
  }
  template <class U> requires(!std::is_same_v<T, U>) explicit vec(const vec<U, N>& v) {
    for (int i = 0; i < N; ++i) (*this)[i] = static_cast<T>(v[i]);
  }
  template <class A, class B, class... More> vec(const A& a, const B& b, const More&... more) {
    int at = 0;
    put(at, a);
    put(at, b);
    (put(at, more), ...);
  }
  T& operator[](uint i) { return (&this->x)[i]; }
  const T& operator[](uint i) const { return (&this->x)[i]; }
  template <int... I> auto sw() const {
    return vec<T, sizeof...(I)>((*this)[I]...);
  }

 private:
  template <class A> void put(int& at, const A& a) {
    if constexpr (requires { a.x; }) {
      for (int i = 0; i < A::kSize; ++i) (*this)[at++] = static_cast<T>(a[i]);
    } else {
      (*this)[at++] = static_cast<T>(a);
    }
  }
};

template <class T> struct packed3 {
  T x, y, z;
  packed3() = default;
  packed3(const vec<T, 3>& v) : x(v.x), y(v.y), z(v.z) {}
  operator vec<T, 3>() const { return {x, y, z}; }
  T& operator[](uint i) { return (&x)[i]; }
  const T& operator[](uint i) const { return (&x)[i]; }
  template <int... I> auto sw() const { return vec<T, 3>(*this).template sw<I...>(); }
};

template <class T> constexpr bool is_vec = false;
template <class T, int N> constexpr bool is_vec<vec<T, N>> = true;

template <class F, class T, int N, class... More> auto map(F f, const vec<T, N>& a, const More&... more) {
  vec<decltype(f(a[0], more[0]...)), N> out;
  for (int i = 0; i < N; ++i) out[i] = f(a[i], more[i]...);
  return out;
}

// A scalar beside a vector has its type.
#define OPERATOR(op)                                                                                                        \
  template <class T, int N> auto operator op(const vec<T, N>& a, const vec<T, N>& b) {                                      \
    return map([](T x, T y) { return static_cast<std::conditional_t<std::is_same_v<decltype(x op y), bool>, bool, T>>(x op y); }, a, b); \
  }                                                                                                                         \
  template <class T, int N> auto operator op(const vec<T, N>& a, std::type_identity_t<T> b) { return a op vec<T, N>(b); }   \
  template <class T, int N> auto operator op(std::type_identity_t<T> a, const vec<T, N>& b) { return vec<T, N>(a) op b; }
OPERATOR(+) OPERATOR(-) OPERATOR(*) OPERATOR(/) OPERATOR(%) OPERATOR(&) OPERATOR(|) OPERATOR(^)
OPERATOR(==) OPERATOR(!=) OPERATOR(<) OPERATOR(<=) OPERATOR(>) OPERATOR(>=)
#undef OPERATOR
template <class T, class U, int N> vec<T, N> operator<<(const vec<T, N>& a, const vec<U, N>& b) {
  return map([](T x, U y) { return static_cast<T>(x << y); }, a, b);
}
template <class T, class U, int N> vec<T, N> operator>>(const vec<T, N>& a, const vec<U, N>& b) {
  return map([](T x, U y) { return static_cast<T>(x >> y); }, a, b);
}
template <class T, int N> vec<T, N> operator-(const vec<T, N>& a) { return map([](T x) { return static_cast<T>(-x); }, a); }
template <class T, int N> vec<T, N> operator~(const vec<T, N>& a) { return map([](T x) { return static_cast<T>(~x); }, a); }
template <int N> vec<bool, N> operator!(const vec<bool, N>& a) { return map([](bool x) { return !x; }, a); }

template <class T, int C, int R> struct matrix {
  vec<T, R> columns[C];
  matrix() = default;
  explicit matrix(T diagonal) {
    for (int c = 0; c < C; ++c)
      for (int r = 0; r < R; ++r) columns[c][r] = c == r ? diagonal : T(0);
  }
  template <class... A> requires(sizeof...(A) == C && (is_vec<A> && ...)) matrix(const A&... a) : columns{a...} {}
  template <class... A> requires(sizeof...(A) == C * R && C * R > 1 && !(is_vec<A> || ...)) matrix(A... a) {
    T list[] = {static_cast<T>(a)...};
    for (int i = 0; i < C * R; ++i) columns[i / R][i % R] = list[i];
  }
  template <class U> requires(!std::is_same_v<T, U>) explicit matrix(const matrix<U, C, R>& m) {
    for (int c = 0; c < C; ++c) columns[c] = vec<T, R>(m[c]);
  }
  vec<T, R>& operator[](uint i) { return columns[i]; }
  const vec<T, R>& operator[](uint i) const { return columns[i]; }
};
template <class T, int C, int R> matrix<T, C, R> operator+(const matrix<T, C, R>& a, const matrix<T, C, R>& b) {
  matrix<T, C, R> m;
  for (int c = 0; c < C; ++c) m[c] = a[c] + b[c];
  return m;
}
template <class T, int C, int R> matrix<T, C, R> operator-(const matrix<T, C, R>& a, const matrix<T, C, R>& b) {
  matrix<T, C, R> m;
  for (int c = 0; c < C; ++c) m[c] = a[c] - b[c];
  return m;
}
template <class T, int C, int R> matrix<T, C, R> operator*(const matrix<T, C, R>& a, std::type_identity_t<T> b) {
  matrix<T, C, R> m;
  for (int c = 0; c < C; ++c) m[c] = a[c] * b;
  return m;
}
template <class T, int C, int R> matrix<T, C, R> operator*(std::type_identity_t<T> a, const matrix<T, C, R>& b) { return b * a; }
template <class T, int C, int R> vec<T, R> operator*(const matrix<T, C, R>& m, const vec<T, C>& v) {
  vec<T, R> out(T(0));
  for (int c = 0; c < C; ++c) out = out + m[c] * v[c];
  return out;
}
template <class T, int C, int R> vec<T, C> operator*(const vec<T, R>& v, const matrix<T, C, R>& m) {
  vec<T, C> out(T(0));
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r) out[c] += v[r] * m[c][r];
  return out;
}
template <class T, int K, int R, int C> matrix<T, C, R> operator*(const matrix<T, K, R>& a, const matrix<T, C, K>& b) {
  matrix<T, C, R> m;
  for (int c = 0; c < C; ++c) m[c] = a * b[c];
  return m;
}
template <class T, int C, int R> matrix<T, R, C> transpose(const matrix<T, C, R>& a) {
  matrix<T, R, C> m;
  for (int c = 0; c < C; ++c)
    for (int r = 0; r < R; ++r) m[r][c] = a[c][r];
  return m;
}
template <class T> T determinant(const matrix<T, 2, 2>& m) { return m[0].x * m[1].y - m[1].x * m[0].y; }

#define NAMES(name, T) \
  using name##2 = vec<T, 2>; \
  using name##3 = vec<T, 3>; \
  using name##4 = vec<T, 4>; \
  using packed_##name##3 = packed3<T>;
NAMES(bool, bool) NAMES(int, int) NAMES(uint, uint) NAMES(float, float) NAMES(half, half) NAMES(char, int8_t) NAMES(uchar, uint8_t)
#undef NAMES
#define NAMES(C)                 \
  using float##C##x2 = matrix<float, C, 2>; \
  using float##C##x3 = matrix<float, C, 3>; \
  using float##C##x4 = matrix<float, C, 4>; \
  using half##C##x2 = matrix<half, C, 2>;   \
  using half##C##x3 = matrix<half, C, 3>;   \
  using half##C##x4 = matrix<half, C, 4>;
NAMES(2) NAMES(3) NAMES(4)
#undef NAMES

// -- functions of components ---------------------------------------------------------------------------------------------

template <class F, class A, class... More> auto each(F f, const A& a, const More&... more) {
  if constexpr (is_vec<A>) return map(f, a, more...);
  else return f(a, more...);
}
template <class T> T select(T a, T b, bool c) requires(!is_vec<T>) { return c ? b : a; }
template <class T, int N> vec<T, N> select(const vec<T, N>& a, const vec<T, N>& b, const vec<bool, N>& c) {
  return map([](T x, T y, bool z) { return z ? y : x; }, a, b, c);
}
template <class T> T min(T a, T b) { return each([](auto x, auto y) { return y < x ? y : x; }, a, b); }
template <class T> T max(T a, T b) { return each([](auto x, auto y) { return x < y ? y : x; }, a, b); }
[[gnu::noinline]] inline void low_above_high() { __builtin_trap(); }
template <class T> T clamp(T a, T low, T high) {
  return each([](auto x, auto l, auto h) {
    if (l > h) low_above_high();  // Metal does not say what is given then
    return x < l ? l : h < x ? h : x;
  }, a, low, high);
}
template <class T> T abs(T a) { return each([](auto x) { return x < 0 ? decltype(x)(-x) : decltype(x)(x + 0); }, a); }
template <class T> T sign(T a) { return each([](auto x) { return x > 0 ? decltype(x)(1) : x < 0 ? decltype(x)(-1) : decltype(x)(0); }, a); }
#define OF_FLOAT(name, ...) \
  template <class T> T name(T a) { return each([](auto x) { return static_cast<decltype(x)>(__VA_ARGS__); }, a); }
OF_FLOAT(floor, std::floor(static_cast<float>(x)))
OF_FLOAT(ceil, std::ceil(static_cast<float>(x)))
OF_FLOAT(trunc, std::trunc(static_cast<float>(x)))
OF_FLOAT(rint, std::nearbyint(static_cast<float>(x)))
OF_FLOAT(fract, x - std::floor(static_cast<float>(x)))
OF_FLOAT(saturate, x < 0 ? decltype(x)(0) : x > 1 ? decltype(x)(1) : x)
#undef OF_FLOAT
template <class T> T fmod(T a, T b) { return each([](auto x, auto y) { return decltype(x)(std::fmod(float(x), float(y))); }, a, b); }
template <class T> T step(T edge, T a) { return each([](auto e, auto x) { return decltype(x)(x < e ? 0 : 1); }, edge, a); }
template <class T> T fma(T a, T b, T c) { return each([](auto x, auto y, auto z) { return decltype(x)(std::fma(double(x), double(y), double(z))); }, a, b, c); }
template <class T, class I> T ldexp(T a, I e) { return each([](auto x, auto n) { return decltype(x)(std::ldexp(float(x), n)); }, a, e); }
template <class T> T frexp(T a, int& e) requires(!is_vec<T>) { return T(std::frexp(float(a), &e)); }
template <class T, int N> vec<T, N> frexp(const vec<T, N>& a, vec<int, N>& e) {
  vec<T, N> out;
  for (int i = 0; i < N; ++i) out[i] = T(std::frexp(float(a[i]), &e[i]));
  return out;
}
inline float modf(float a, float& whole) { return std::modf(a, &whole); }
inline half modf(half a, half& whole) {
  float w;
  float f = std::modf(float(a), &w);
  whole = half(w);
  return half(f);
}
template <class T, int N> vec<T, N> modf(const vec<T, N>& a, vec<T, N>& whole) {
  vec<T, N> out;
  for (int i = 0; i < N; ++i) out[i] = modf(a[i], whole[i]);
  return out;
}
template <class T, int N> T dot(const vec<T, N>& a, const vec<T, N>& b) {
  T sum = 0;
  for (int i = 0; i < N; ++i) sum += a[i] * b[i];
  return sum;
}
template <class T> vec<T, 3> cross(const vec<T, 3>& a, const vec<T, 3>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <int N> bool all(const vec<bool, N>& a) {
  bool r = true;
  for (int i = 0; i < N; ++i) r = r && a[i];
  return r;
}
template <int N> bool any(const vec<bool, N>& a) { return !all(!a); }

template <class T> T clz(T a) { return each([](auto x) { return decltype(x)(x == 0 ? 32 : __builtin_clz(static_cast<uint>(x))); }, a); }
template <class T> T ctz(T a) { return each([](auto x) { return decltype(x)(x == 0 ? 32 : __builtin_ctz(static_cast<uint>(x))); }, a); }
template <class T> T popcount(T a) { return each([](auto x) { return decltype(x)(__builtin_popcount(static_cast<uint>(x))); }, a); }
inline uint reversed(uint x) {
  uint out = 0;
  for (int i = 0; i < 32; ++i) out |= (x >> i & 1) << (31 - i);
  return out;
}
template <class T> T reverse_bits(T a) { return each([](auto x) { return decltype(x)(reversed(static_cast<uint>(x))); }, a); }
template <class T> T extract_bits(T a, uint offset, uint bits) {
  if (offset + bits > 32 || bits == 0) low_above_high();
  return each([=](auto x) { return decltype(x)(decltype(x)(static_cast<uint>(x) << (32 - offset - bits)) >> (32 - bits)); }, a);
}
template <class T> T insert_bits(T a, T b, uint offset, uint bits) {
  if (offset + bits > 32 || bits == 0) low_above_high();
  uint mask = (bits == 32 ? ~0u : (1u << bits) - 1) << offset;
  return each([=](auto x, auto y) { return decltype(x)((static_cast<uint>(x) & ~mask) | ((static_cast<uint>(y) << offset) & mask)); }, a, b);
}

// -- packing: only values that are exact ---------------------------------------------------------------------------------

inline uint pack(const float* v, int n, float scale, float low) {
  uint out = 0;
  for (int i = 0; i < n; ++i) {
    float c = v[i] < low ? low : v[i] > 1 ? 1 : v[i];
    out |= (static_cast<uint>(static_cast<int>(std::nearbyint(c * scale))) & (n == 4 ? 0xFFu : 0xFFFFu)) << (i * (32 / n));
  }
  return out;
}
inline uint pack_float_to_snorm4x8(float4 v) { return pack(&v.x, 4, 127, -1); }
inline uint pack_float_to_unorm4x8(float4 v) { return pack(&v.x, 4, 255, 0); }
inline uint pack_float_to_snorm2x16(float2 v) { return pack(&v.x, 2, 32767, -1); }
inline uint pack_float_to_unorm2x16(float2 v) { return pack(&v.x, 2, 65535, 0); }
inline float4 unpack_unorm4x8_to_float(uint v) { return float4(as_type<uchar4>(v)) / 255.0f; }

// -- atomics and barriers -------------------------------------------------------------------------------------------------

struct atomic_uint { uint v; };
struct atomic_int { int v; };
enum memory_order { memory_order_relaxed };
enum class mem_flags { mem_none, mem_device, mem_threadgroup, mem_texture };
inline std::barrier<>* the_barrier;
inline void threadgroup_barrier(mem_flags) { the_barrier->arrive_and_wait(); }
template <class A> auto atomic_load_explicit(A* a, memory_order) { return __atomic_load_n(&a->v, __ATOMIC_SEQ_CST); }
template <class A, class T> void atomic_store_explicit(A* a, T v, memory_order) { __atomic_store_n(&a->v, static_cast<decltype(a->v)>(v), __ATOMIC_SEQ_CST); }
template <class A, class T> auto atomic_exchange_explicit(A* a, T v, memory_order) { return __atomic_exchange_n(&a->v, static_cast<decltype(a->v)>(v), __ATOMIC_SEQ_CST); }
template <class A, class T> bool atomic_compare_exchange_weak_explicit(A* a, T* old, T v, memory_order, memory_order) {
  return __atomic_compare_exchange_n(&a->v, old, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
#define FETCH(name)                                                        \
  template <class A, class T> auto atomic_fetch_##name##_explicit(A* a, T v, memory_order) { \
    return __atomic_fetch_##name(&a->v, static_cast<decltype(a->v)>(v), __ATOMIC_SEQ_CST);   \
  }
FETCH(add) FETCH(sub) FETCH(and) FETCH(or) FETCH(xor)
#undef FETCH
template <class A, class T, class F> auto fetch(A* a, T v, F f) {
  auto old = __atomic_load_n(&a->v, __ATOMIC_SEQ_CST);
  while (!__atomic_compare_exchange_n(&a->v, &old, f(old, static_cast<decltype(old)>(v)), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {}
  return old;
}
template <class A, class T> auto atomic_fetch_min_explicit(A* a, T v, memory_order) { return fetch(a, v, [](auto x, auto y) { return y < x ? y : x; }); }
template <class A, class T> auto atomic_fetch_max_explicit(A* a, T v, memory_order) { return fetch(a, v, [](auto x, auto y) { return x < y ? y : x; }); }

}  // namespace metal
