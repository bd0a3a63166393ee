// Functions of the C++ library's containers and streams that read or write memory which the program
// names, and are not compiled with it: the emulator's versions count that memory, as in c_library.cpp.
#include <cctype>
#include <cstring>
#include <exception>
#include <istream>
#include <list>
#include <locale>
#include <map>
#include <string>
#include <unordered_map>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

using ListNode = std::__detail::_List_node_base;
using TreeNode = std::_Rb_tree_node_base;
using Rehash = std::__detail::_Prime_rehash_policy;

// Links of lists and trees are written in all nodes that are looked at, or could be.
void note_link(const ListNode* node, std::uintptr_t pc) { note(Access::store, node, sizeof *node, pc); }

/// A node of a tree and what is up to `levels` below it.
void note_below(const TreeNode* node, int levels, std::uintptr_t pc) {
  if (node == nullptr) return;
  note(Access::store, node, sizeof *node, pc);
  if (levels == 0) return;
  note_below(node->_M_left, levels - 1, pc);
  note_below(node->_M_right, levels - 1, pc);
}

/// All that putting a tree into balance again may touch, from `node` up to the header: two rotations reach three levels
/// below a node.
void note_way_up(const TreeNode* node, const TreeNode& header, std::uintptr_t pc) {
  constexpr int levels = 3;
  note(Access::store, &header, sizeof header, pc);
  for (; node != nullptr && node != &header; node = node->_M_parent) note_below(node, levels, pc);
}

/// The ways to the lowest and to the highest node below `node`, its neighbours.
void note_edges(const TreeNode* node, std::uintptr_t pc) {
  for (const TreeNode* at = node; at != nullptr; at = at->_M_left) note(Access::load, at, sizeof *at, pc);
  for (const TreeNode* at = node; at != nullptr; at = at->_M_right) note(Access::load, at, sizeof *at, pc);
}

/// From `node` to the next one, or the one before: down, or up until the side changes.
void note_step(const TreeNode* node, TreeNode* TreeNode::*first, TreeNode* TreeNode::*then, std::uintptr_t pc) {
  note(Access::load, node, sizeof *node, pc);
  const bool goes_down = node->*first != nullptr;
  for (const TreeNode* at = goes_down ? node->*first : node->_M_parent; at != nullptr;) {
    note(Access::load, at, sizeof *at, pc);
    if (!goes_down && at->*first != node) break;
    node = at;
    at = goes_down ? at->*then : at->_M_parent;
  }
}

constexpr int end_of_file = std::char_traits<char>::eof();

/// The next character of a stream, which stays in it. The stream's buffer may be anywhere.
int next_character(std::istream& in, std::uintptr_t pc) {
  struct Buffer : std::streambuf {
    using std::streambuf::egptr;
    using std::streambuf::gptr;
  };
  std::streambuf* const buffer = in.rdbuf();
  const char* const next = (buffer->*&Buffer::gptr)();
  if (next < (buffer->*&Buffer::egptr)()) note(Access::load, next, 1, pc);
  return buffer->sgetc();
}

void assign(std::string& text, const std::string& read, std::uintptr_t pc) {
  note(Access::store, &text, sizeof text, pc);
  text = read;
  note(Access::store, text.data(), text.size() + 1, pc);
}

// What std::locale holds in libstdc++: the address of this, which begins so.
struct LocaleMemory {
  int owners;
  const void* const* facets;
  std::size_t facet_count;
};

void note_locale(const std::locale& locale, std::uintptr_t pc) {
  note(Access::load, &locale, sizeof locale, pc);
  const LocaleMemory* memory = nullptr;
  std::memcpy(&memory, &locale, sizeof memory);
  if (memory == nullptr) return;
  note(Access::store, memory, sizeof *memory, pc);
  note(Access::load, memory->facets, memory->facet_count * sizeof(void*), pc);
}

void note_exception(const std::exception_ptr& exception, std::uintptr_t pc) {
  note(Access::load, &exception, sizeof exception, pc);
  const char* object = nullptr;
  std::memcpy(&object, &exception, sizeof object);
  constexpr std::size_t header_bytes = 128;  // __cxa_refcounted_exception, which lies before the object
  if (object != nullptr) note(Access::store, object - header_bytes, header_bytes, pc);
}

}  // namespace

extern "C" {

void __wrap__ZNSt8__detail15_List_node_base7_M_hookEPS0_(ListNode* self, ListNode* next) {
  for (const ListNode* node : {self, next}) note_link(node, SIMT_PC);
  note_link(next->_M_prev, SIMT_PC);
  self->_M_hook(next);
}
void __wrap__ZNSt8__detail15_List_node_base9_M_unhookEv(ListNode* self) {
  note_link(self, SIMT_PC);
  for (const ListNode* node : {self->_M_next, self->_M_prev}) note_link(node, SIMT_PC);
  self->_M_unhook();
}
void __wrap__ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_(ListNode* self, ListNode* first, ListNode* end) {
  for (const ListNode* node : {self, first, end}) note_link(node, SIMT_PC);
  for (const ListNode* node : {self->_M_prev, first->_M_prev, end->_M_prev}) note_link(node, SIMT_PC);
  self->_M_transfer(first, end);
}
void __wrap__ZNSt8__detail15_List_node_base10_M_reverseEv(ListNode* self) {
  note_link(self, SIMT_PC);
  for (const ListNode* node = self->_M_next; node != self; node = node->_M_next) note_link(node, SIMT_PC);
  self->_M_reverse();
}
void __wrap__ZNSt8__detail15_List_node_base4swapERS0_S1_(ListNode& a, ListNode& b) {
  for (const ListNode* node : {&a, &b}) note_link(node, SIMT_PC);
  for (const ListNode* node : {a._M_next, a._M_prev, b._M_next, b._M_prev}) note_link(node, SIMT_PC);
  ListNode::swap(a, b);
}

TreeNode* __wrap__ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base(TreeNode* node) {
  note_step(node, &TreeNode::_M_right, &TreeNode::_M_left, SIMT_PC);
  return std::_Rb_tree_increment(node);
}
const TreeNode* __wrap__ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base(const TreeNode* node) {
  note_step(node, &TreeNode::_M_right, &TreeNode::_M_left, SIMT_PC);
  return std::_Rb_tree_increment(node);
}
TreeNode* __wrap__ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base(TreeNode* node) {
  note_step(node, &TreeNode::_M_left, &TreeNode::_M_right, SIMT_PC);
  return std::_Rb_tree_decrement(node);
}
const TreeNode* __wrap__ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base(const TreeNode* node) {
  note_step(node, &TreeNode::_M_left, &TreeNode::_M_right, SIMT_PC);
  return std::_Rb_tree_decrement(node);
}
void __wrap__ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_(bool is_left, TreeNode* node,
                                                                              TreeNode* parent, TreeNode& header) {
  note(Access::store, node, sizeof *node, SIMT_PC);
  note_way_up(parent, header, SIMT_PC);
  std::_Rb_tree_insert_and_rebalance(is_left, node, parent, header);
}
TreeNode* __wrap__ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_(TreeNode* node, TreeNode& header) {
  note_edges(node, SIMT_PC);
  const TreeNode* lowest = node->_M_right;  // what takes its place
  note_edges(lowest, SIMT_PC);
  while (lowest != nullptr && lowest->_M_left != nullptr) lowest = lowest->_M_left;
  note_edges(node->_M_left, SIMT_PC);
  note_way_up(lowest == nullptr ? node : lowest, header, SIMT_PC);
  return std::_Rb_tree_rebalance_for_erase(node, header);
}

std::size_t __wrap__ZSt11_Hash_bytesPKvmm(const void* bytes, std::size_t count, std::size_t seed) {
  note(Access::load, bytes, count, SIMT_PC);
  return std::_Hash_bytes(bytes, count, seed);
}
std::size_t __wrap__ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm(const Rehash* self, std::size_t buckets) {
  note(Access::store, self, sizeof *self, SIMT_PC);
  return self->_M_next_bkt(buckets);
}
std::pair<bool, std::size_t> __wrap__ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm(const Rehash* self,
                                                                                              std::size_t buckets,
                                                                                              std::size_t elements,
                                                                                              std::size_t more) {
  note(Access::store, self, sizeof *self, SIMT_PC);
  return self->_M_need_rehash(buckets, elements, more);
}

std::istream&
__wrap__ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_(
    std::istream& in, std::string& text, char end) {
  const std::istream::sentry is_ready(in, /*noskipws=*/true);
  if (!is_ready) return in;
  std::string read;
  int next = next_character(in, SIMT_PC);
  for (; next != end_of_file && static_cast<char>(next) != end; next = next_character(in, SIMT_PC)) {
    read += static_cast<char>(next);
    in.rdbuf()->sbumpc();
  }
  if (next != end_of_file) {
    in.rdbuf()->sbumpc();
  } else {
    in.setstate(read.empty() ? std::ios::eofbit | std::ios::failbit : std::ios::eofbit);
  }
  assign(text, read, SIMT_PC);
  return in;
}
std::istream& __wrap__ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE(
    std::istream& in, std::string& text) {
  const std::istream::sentry is_ready(in, /*noskipws=*/true);
  if (!is_ready) return in;
  int next = next_character(in, SIMT_PC);
  const auto is_blank = [&] { return next != end_of_file && std::isspace(next) != 0; };
  for (; (in.flags() & std::ios::skipws) != 0 && is_blank(); next = next_character(in, SIMT_PC)) in.rdbuf()->sbumpc();
  std::string read;
  const std::size_t most = in.width() > 0 ? static_cast<std::size_t>(in.width()) : read.max_size();
  for (; next != end_of_file && !is_blank() && read.size() < most; next = next_character(in, SIMT_PC)) {
    read += static_cast<char>(next);
    in.rdbuf()->sbumpc();
  }
  in.width(0);
  if (next == end_of_file) in.setstate(std::ios::eofbit);
  if (read.empty()) in.setstate(std::ios::failbit);
  assign(text, read, SIMT_PC);
  return in;
}

// A locale, or what holds an exception, is an address: copied or compared, it says what is in that memory. Where a
// program has made the address, the memory there may be any.
void __wrap__ZNSt6localeC1ERKS_(void* self, const std::locale& other) {
  note_locale(other, SIMT_PC);
  note(Access::store, self, sizeof other, SIMT_PC);
  new (self) std::locale(other);
}
void __wrap__ZNSt6localeD1Ev(std::locale* self) {
  note_locale(*self, SIMT_PC);
  self->~locale();
}
const std::locale& __wrap__ZNSt6localeaSERKS_(std::locale& self, const std::locale& other) {
  note_locale(self, SIMT_PC);
  note_locale(other, SIMT_PC);
  note(Access::store, &self, sizeof self, SIMT_PC);
  return self = other;
}
bool __wrap__ZNKSt6localeeqERKS_(const std::locale& self, const std::locale& other) {
  for (const std::locale* one : {&self, &other}) note_locale(*one, SIMT_PC);
  return self == other;
}
// Returns the old one in memory that the caller gives.
void* __wrap__ZNSt8ios_base5imbueERKSt6locale(void* old, std::ios_base& stream, const std::locale& next) {
  note_locale(next, SIMT_PC);
  note(Access::store, &stream, sizeof stream, SIMT_PC);
  note(Access::store, old, sizeof next, SIMT_PC);
  return new (old) std::locale(stream.imbue(next));
}
#define SIMT_FACET(name, Facet)                                                           \
  bool __wrap__ZSt9has_facetI##name##EbRKSt6locale(const std::locale& locale) {           \
    note_locale(locale, SIMT_PC);                                                         \
    return std::has_facet<Facet>(locale);                                                 \
  }                                                                                       \
  const void* __wrap__ZSt9use_facetI##name##ERKT_RKSt6locale(const std::locale& locale) { \
    note_locale(locale, SIMT_PC);                                                         \
    return &std::use_facet<Facet>(locale);                                                \
  }
SIMT_FACET(St5ctypeIcE, std::ctype<char>)
SIMT_FACET(St7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE, std::num_get<char>)
SIMT_FACET(St7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE, std::num_put<char>)
#undef SIMT_FACET

void __wrap__ZNSt15__exception_ptr13exception_ptrC1ERKS0_(void* self, const std::exception_ptr& other) {
  note_exception(other, SIMT_PC);
  note(Access::store, self, sizeof other, SIMT_PC);
  new (self) std::exception_ptr(other);
}
void __real__ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(void* self) noexcept
    __asm__("_ZNSt15__exception_ptr13exception_ptr9_M_addrefEv");
void __wrap__ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(std::exception_ptr* self) {
  note_exception(*self, SIMT_PC);
  __real__ZNSt15__exception_ptr13exception_ptr9_M_addrefEv(self);
}
void __real__ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void* self) noexcept
    __asm__("_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv");
void __wrap__ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(std::exception_ptr* self) {
  note_exception(*self, SIMT_PC);
  __real__ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(self);
}
[[noreturn]] void __wrap__ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE(std::exception_ptr exception) {
  note_exception(exception, SIMT_PC);
  std::rethrow_exception(std::move(exception));
}

[[noreturn]] void __wrap__ZSt19__throw_ios_failurePKc(const char* text) {
  note_text(text, SIMT_PC);
  throw std::ios_base::failure(text);
}

}  // extern "C"

}  // namespace simt::core
