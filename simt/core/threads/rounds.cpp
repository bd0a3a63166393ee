#include "simt/core/threads/rounds.hpp"

namespace simt::core {

bool precedes(const Round& a, const Round& b, Position position) {
  const Round* x = &a;
  const Round* y = &b;
  while (x->depth > y->depth) x = x->parent;
  while (y->depth > x->depth) y = y->parent;
  // What is inside of a round is over before that round is, and may begin after its middle.
  if (x == y) return position == Position::end ? a.depth > b.depth : a.depth < b.depth;
  while (x->parent != y->parent) x = x->parent, y = y->parent;
  return x->loop == y->loop ? x->number < y->number : x->loop->id < y->loop->id;
}

Round* Rounds::endless() {
  static Round round;
  round.next = round.root = &round;
  return &round;
}

Round* Rounds::take(Round* root, Round* parent, Loop* loop, std::uint64_t number) {
  Round* round = nullptr;
  if (free_rounds_.empty()) {
    round = &rounds_.emplace_back();
  } else {
    round = free_rounds_.back();
    free_rounds_.pop_back();
  }
  *round = Round{};
  round->root = root;
  round->parent = parent;
  round->loop = loop;
  round->number = number;
  return round;
}

Round* Rounds::new_root() {
  Round* const root = take(nullptr, nullptr, nullptr, 0);
  root->root = root;
  return root;
}

Round* Rounds::first_of(Round* parent, std::uint32_t id) {
  Loop** place = &parent->loops;
  while (*place != nullptr && (*place)->id < id) place = &(*place)->next;
  Loop* loop = *place;
  if (loop == nullptr || loop->id != id) {
    if (free_loops_.empty()) {
      loop = &loops_.emplace_back();
    } else {
      loop = free_loops_.back();
      free_loops_.pop_back();
    }
    *loop = {id, *place, nullptr};
    *place = loop;
  }
  if (loop->first != nullptr && loop->first->number == 0) return loop->first;
  Round* const round = take(parent->root, parent, loop, 0);
  round->depth = parent->depth + 1;
  round->later = loop->first;
  if (loop->first != nullptr && loop->first->number == 1) round->next = loop->first;
  loop->first = round;
  ++begun_;
  return round;
}

Round* Rounds::after(Round* previous) {
  if (previous->next != nullptr) return previous->next;
  Round* const round = take(previous->root, previous->parent, previous->loop, previous->number + 1);
  round->depth = previous->depth;
  round->later = previous->later;
  if (round->later != nullptr && round->later->number == round->number + 1) round->next = round->later;
  previous->later = previous->next = round;
  ++begun_;
  return round;
}

void Rounds::mark_held(const std::vector<Round*>& lanes) {
  ++collection_;
  for (Round* round : lanes) {
    for (; round != nullptr && round->held != collection_; round = round->parent) round->held = collection_;
  }
}

const Rounds::Path& Rounds::path_to(const Round* frontier) {
  path_.resize(frontier->depth);
  for (; frontier->depth != 0; frontier = frontier->parent) path_[frontier->depth - 1] = frontier;
  return path_;
}

void Rounds::forget_until(Round* round, const Path& path, std::size_t depth, Position position) {
  if (depth == path.size()) {
    if (position == Position::end) forget_inside(round);
    return;
  }
  const Round* const end = path[depth];
  for (Loop* loop = round->loops; loop != end->loop; loop = loop->next) forget_rounds(loop, nullptr);
  forget_rounds(end->loop, end);
  forget_until(const_cast<Round*>(end), path, depth + 1, position);
}

// Those before `end` that no lane is in.
void Rounds::forget_rounds(Loop* loop, const Round* end) {
  for (Round** place = &loop->first; *place != end;) {
    Round* const round = *place;
    forget_inside(round);
    if (round->held == collection_) {
      const Round* const later = round->later;
      if (later == nullptr || (later != end && later->held != collection_)) round->next = nullptr;
      place = &round->later;
    } else {
      *place = round->later;
      free(round);
    }
  }
}

void Rounds::forget_inside(Round* round) {
  for (Loop** place = &round->loops; *place != nullptr;) {
    Loop* const loop = *place;
    forget_rounds(loop, nullptr);
    if (loop->first != nullptr) {
      place = &loop->next;
    } else {
      *place = loop->next;
      free_loops_.push_back(loop);
    }
  }
}

void Rounds::free(Round* round) { free_rounds_.push_back(round); }

void Rounds::clear() {
  rounds_.clear();
  loops_.clear();
  free_rounds_.clear();
  free_loops_.clear();
  begun_ = 0;
}

}  // namespace simt::core

simt::core::Round* simt_round = simt::core::Rounds::endless();
simt::core::Round simt_no_round;
