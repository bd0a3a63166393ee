// Functions of the host's compiler that nvcc lets no kernel call. Only for clang's CUDA front end, which checks what
// nvcc would refuse (simt/language_check.hpp), and which has them for kernels as well. Those that kernels may call,
// such as
// __builtin_popcount, are not here.
#pragma once

#ifdef __CUDA__

#include <cstddef>

namespace simt_host {

#define SIMT_OF_ONE(name, type, parameter) \
  constexpr type name(parameter x) { return ::name(x); }
SIMT_OF_ONE(__builtin_ctz, int, unsigned)
SIMT_OF_ONE(__builtin_ctzl, int, unsigned long)
SIMT_OF_ONE(__builtin_ctzll, int, unsigned long long)
SIMT_OF_ONE(__builtin_parity, int, unsigned)
SIMT_OF_ONE(__builtin_parityl, int, unsigned long)
SIMT_OF_ONE(__builtin_parityll, int, unsigned long long)
SIMT_OF_ONE(__builtin_clrsb, int, int)
SIMT_OF_ONE(__builtin_clrsbl, int, long)
SIMT_OF_ONE(__builtin_clrsbll, int, long long)
SIMT_OF_ONE(__builtin_bswap16, unsigned short, unsigned short)
SIMT_OF_ONE(__builtin_bswap32, unsigned, unsigned)
SIMT_OF_ONE(__builtin_bswap64, unsigned long, unsigned long)
#undef SIMT_OF_ONE

#define SIMT_OF_SUMS(name)                        \
  template <class A, class B, class Result>       \
  constexpr bool name(A a, B b, Result* result) { \
    return ::name(a, b, result);                  \
  }
SIMT_OF_SUMS(__builtin_add_overflow)
SIMT_OF_SUMS(__builtin_sub_overflow)
SIMT_OF_SUMS(__builtin_mul_overflow)
#undef SIMT_OF_SUMS

template <class T>
constexpr int __builtin_constant_p(const T& value) {
  return ::__builtin_constant_p(value);
}
std::size_t __builtin_object_size(const volatile void* object, int type);
template <class A, class B>
constexpr int __builtin_memcmp(const A* a, const B* b, std::size_t bytes) {
  return ::__builtin_memcmp(a, b, bytes);
}

template <class... Hints>
void __builtin_prefetch(const void* address, Hints... hints);
[[noreturn]] void __builtin_trap();

// Atomic accesses: the values and the orders that follow the address are of any integer type.
#define SIMT_GIVES_A_VALUE(name)                 \
  template <class T, class... Others>            \
  T name(T* address, Others... others);          \
  template <class T, class... Others>            \
  T name(volatile T* address, Others... others); \
  template <class T, class... Others>            \
  T name(const T* address, Others... others);    \
  template <class T, class... Others>            \
  T name(const volatile T* address, Others... others);
#define SIMT_GIVES(type, name) \
  template <class... All>      \
  type name(All... all);
SIMT_GIVES_A_VALUE(__atomic_load_n)
SIMT_GIVES_A_VALUE(__atomic_exchange_n)
SIMT_GIVES_A_VALUE(__atomic_fetch_add)
SIMT_GIVES_A_VALUE(__atomic_add_fetch)
SIMT_GIVES_A_VALUE(__sync_fetch_and_add)
SIMT_GIVES_A_VALUE(__sync_add_and_fetch)
SIMT_GIVES_A_VALUE(__atomic_fetch_sub)
SIMT_GIVES_A_VALUE(__atomic_sub_fetch)
SIMT_GIVES_A_VALUE(__sync_fetch_and_sub)
SIMT_GIVES_A_VALUE(__sync_sub_and_fetch)
SIMT_GIVES_A_VALUE(__atomic_fetch_and)
SIMT_GIVES_A_VALUE(__atomic_and_fetch)
SIMT_GIVES_A_VALUE(__sync_fetch_and_and)
SIMT_GIVES_A_VALUE(__sync_and_and_fetch)
SIMT_GIVES_A_VALUE(__atomic_fetch_or)
SIMT_GIVES_A_VALUE(__atomic_or_fetch)
SIMT_GIVES_A_VALUE(__sync_fetch_and_or)
SIMT_GIVES_A_VALUE(__sync_or_and_fetch)
SIMT_GIVES_A_VALUE(__atomic_fetch_xor)
SIMT_GIVES_A_VALUE(__atomic_xor_fetch)
SIMT_GIVES_A_VALUE(__sync_fetch_and_xor)
SIMT_GIVES_A_VALUE(__sync_xor_and_fetch)
SIMT_GIVES_A_VALUE(__atomic_fetch_nand)
SIMT_GIVES_A_VALUE(__atomic_nand_fetch)
SIMT_GIVES_A_VALUE(__sync_fetch_and_nand)
SIMT_GIVES_A_VALUE(__sync_nand_and_fetch)
SIMT_GIVES_A_VALUE(__sync_val_compare_and_swap)
SIMT_GIVES_A_VALUE(__sync_lock_test_and_set)
SIMT_GIVES(bool, __atomic_compare_exchange_n)
SIMT_GIVES(bool, __atomic_compare_exchange)
SIMT_GIVES(bool, __atomic_test_and_set)
SIMT_GIVES(bool, __sync_bool_compare_and_swap)
SIMT_GIVES(void, __atomic_load)
SIMT_GIVES(void, __atomic_store)
SIMT_GIVES(void, __atomic_store_n)
SIMT_GIVES(void, __atomic_exchange)
SIMT_GIVES(void, __atomic_clear)
SIMT_GIVES(void, __atomic_thread_fence)
SIMT_GIVES(void, __atomic_signal_fence)
SIMT_GIVES(void, __sync_lock_release)
SIMT_GIVES(void, __sync_synchronize)
#undef SIMT_GIVES_A_VALUE
#undef SIMT_GIVES

}  // namespace simt_host

#define __builtin_ctz(...) simt_host::__builtin_ctz(__VA_ARGS__)
#define __builtin_ctzl(...) simt_host::__builtin_ctzl(__VA_ARGS__)
#define __builtin_ctzll(...) simt_host::__builtin_ctzll(__VA_ARGS__)
#define __builtin_parity(...) simt_host::__builtin_parity(__VA_ARGS__)
#define __builtin_parityl(...) simt_host::__builtin_parityl(__VA_ARGS__)
#define __builtin_parityll(...) simt_host::__builtin_parityll(__VA_ARGS__)
#define __builtin_clrsb(...) simt_host::__builtin_clrsb(__VA_ARGS__)
#define __builtin_clrsbl(...) simt_host::__builtin_clrsbl(__VA_ARGS__)
#define __builtin_clrsbll(...) simt_host::__builtin_clrsbll(__VA_ARGS__)
#define __builtin_bswap16(...) simt_host::__builtin_bswap16(__VA_ARGS__)
#define __builtin_bswap32(...) simt_host::__builtin_bswap32(__VA_ARGS__)
#define __builtin_bswap64(...) simt_host::__builtin_bswap64(__VA_ARGS__)
#define __builtin_add_overflow(...) simt_host::__builtin_add_overflow(__VA_ARGS__)
#define __builtin_sub_overflow(...) simt_host::__builtin_sub_overflow(__VA_ARGS__)
#define __builtin_mul_overflow(...) simt_host::__builtin_mul_overflow(__VA_ARGS__)
#define __builtin_constant_p(...) simt_host::__builtin_constant_p(__VA_ARGS__)
#define __builtin_object_size(...) simt_host::__builtin_object_size(__VA_ARGS__)
#define __builtin_memcmp(...) simt_host::__builtin_memcmp(__VA_ARGS__)
#define __builtin_prefetch(...) simt_host::__builtin_prefetch(__VA_ARGS__)
#define __builtin_trap(...) simt_host::__builtin_trap(__VA_ARGS__)
#define __atomic_load_n(...) simt_host::__atomic_load_n(__VA_ARGS__)
#define __atomic_exchange_n(...) simt_host::__atomic_exchange_n(__VA_ARGS__)
#define __atomic_fetch_add(...) simt_host::__atomic_fetch_add(__VA_ARGS__)
#define __atomic_add_fetch(...) simt_host::__atomic_add_fetch(__VA_ARGS__)
#define __sync_fetch_and_add(...) simt_host::__sync_fetch_and_add(__VA_ARGS__)
#define __sync_add_and_fetch(...) simt_host::__sync_add_and_fetch(__VA_ARGS__)
#define __atomic_fetch_sub(...) simt_host::__atomic_fetch_sub(__VA_ARGS__)
#define __atomic_sub_fetch(...) simt_host::__atomic_sub_fetch(__VA_ARGS__)
#define __sync_fetch_and_sub(...) simt_host::__sync_fetch_and_sub(__VA_ARGS__)
#define __sync_sub_and_fetch(...) simt_host::__sync_sub_and_fetch(__VA_ARGS__)
#define __atomic_fetch_and(...) simt_host::__atomic_fetch_and(__VA_ARGS__)
#define __atomic_and_fetch(...) simt_host::__atomic_and_fetch(__VA_ARGS__)
#define __sync_fetch_and_and(...) simt_host::__sync_fetch_and_and(__VA_ARGS__)
#define __sync_and_and_fetch(...) simt_host::__sync_and_and_fetch(__VA_ARGS__)
#define __atomic_fetch_or(...) simt_host::__atomic_fetch_or(__VA_ARGS__)
#define __atomic_or_fetch(...) simt_host::__atomic_or_fetch(__VA_ARGS__)
#define __sync_fetch_and_or(...) simt_host::__sync_fetch_and_or(__VA_ARGS__)
#define __sync_or_and_fetch(...) simt_host::__sync_or_and_fetch(__VA_ARGS__)
#define __atomic_fetch_xor(...) simt_host::__atomic_fetch_xor(__VA_ARGS__)
#define __atomic_xor_fetch(...) simt_host::__atomic_xor_fetch(__VA_ARGS__)
#define __sync_fetch_and_xor(...) simt_host::__sync_fetch_and_xor(__VA_ARGS__)
#define __sync_xor_and_fetch(...) simt_host::__sync_xor_and_fetch(__VA_ARGS__)
#define __atomic_fetch_nand(...) simt_host::__atomic_fetch_nand(__VA_ARGS__)
#define __atomic_nand_fetch(...) simt_host::__atomic_nand_fetch(__VA_ARGS__)
#define __sync_fetch_and_nand(...) simt_host::__sync_fetch_and_nand(__VA_ARGS__)
#define __sync_nand_and_fetch(...) simt_host::__sync_nand_and_fetch(__VA_ARGS__)
#define __sync_val_compare_and_swap(...) simt_host::__sync_val_compare_and_swap(__VA_ARGS__)
#define __sync_lock_test_and_set(...) simt_host::__sync_lock_test_and_set(__VA_ARGS__)
#define __atomic_compare_exchange_n(...) simt_host::__atomic_compare_exchange_n(__VA_ARGS__)
#define __atomic_compare_exchange(...) simt_host::__atomic_compare_exchange(__VA_ARGS__)
#define __atomic_test_and_set(...) simt_host::__atomic_test_and_set(__VA_ARGS__)
#define __sync_bool_compare_and_swap(...) simt_host::__sync_bool_compare_and_swap(__VA_ARGS__)
#define __atomic_load(...) simt_host::__atomic_load(__VA_ARGS__)
#define __atomic_store(...) simt_host::__atomic_store(__VA_ARGS__)
#define __atomic_store_n(...) simt_host::__atomic_store_n(__VA_ARGS__)
#define __atomic_exchange(...) simt_host::__atomic_exchange(__VA_ARGS__)
#define __atomic_clear(...) simt_host::__atomic_clear(__VA_ARGS__)
#define __atomic_thread_fence(...) simt_host::__atomic_thread_fence(__VA_ARGS__)
#define __atomic_signal_fence(...) simt_host::__atomic_signal_fence(__VA_ARGS__)
#define __sync_lock_release(...) simt_host::__sync_lock_release(__VA_ARGS__)
#define __sync_synchronize(...) simt_host::__sync_synchronize(__VA_ARGS__)

#endif  // __CUDA__
