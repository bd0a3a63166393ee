#include "simt/findings/words.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>

namespace simt {
namespace {

std::string bounded(const char* text, std::size_t size) { return {text, strnlen(text, size)}; }

std::string thread_words(const Index3& block, const Index3& thread) {
  return fmt::format("block ({}, {}, {}), thread ({}, {}, {})", block.x, block.y, block.z, thread.x, thread.y,
                     thread.z);
}

// A kernel's name, or the API function's.
std::string actor_of_stream(const FindingRecord& finding) {
  const std::string name = bounded(finding.kernel, sizeof finding.kernel);
  return name.empty() ? "this operation" : name;
}

bool is_copy(const FindingRecord& finding) {
  return bounded(finding.kernel, sizeof finding.kernel).starts_with("cudaMemcpy");
}

/// "1 byte", "8 bytes"
std::string bytes_in_words(std::int64_t bytes) { return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes"); }

/// "200 million"
std::string amount(std::int64_t number) {
  constexpr std::int64_t million = 1'000'000;
  return number < million ? fmt::format("{}", number) : fmt::format("{} million", number / million);
}

/// Kernel or host function.
std::string worker(const FindingRecord& finding) {
  const std::string kernel = bounded(finding.kernel, sizeof finding.kernel);
  const std::string function = bounded(finding.name, sizeof finding.name);
  if (!kernel.empty()) return "the kernel " + kernel;
  return function.empty() ? "host code" : "the host function " + function;
}

/// "own[31]" of "shared array own"; empty where the memory has no name. A load of more than a word may be several that
/// the compiler has joined: then only bytes are known.
std::string word_name(const FindingRecord& finding) {
  constexpr std::string_view shared = "shared array ";
  constexpr std::int64_t word_bytes = 4;
  const std::string name = bounded(finding.name, sizeof finding.name);
  if (!name.starts_with(shared) || finding.bytes == 0) return "";
  const std::string array = name.substr(shared.size());
  if (finding.bytes <= word_bytes) return fmt::format("{}[{}]", array, finding.offset / finding.bytes);
  return fmt::format("bytes {} … {} of {}", finding.offset, finding.offset + finding.bytes - 1, array);
}

/// Of an access outside of an array whose elements have the size of the access.
std::string index_words(const FindingRecord& finding) {
  if (finding.bytes == 0 || finding.segment_bytes < finding.bytes || finding.offset % finding.bytes != 0) return "";
  return fmt::format(": index {}, where only 0 … {} exist", finding.offset / finding.bytes,
                     finding.segment_bytes / finding.bytes - 1);
}

bool lacks_a_fence(const FindingRecord& finding) {
  return finding.missing == Missing::release_fence || finding.missing == Missing::acquire_fence;
}

// A race that does no harm: what it is, and what to write to avoid it.
std::string words_of_remark(const FindingRecord& finding, const std::string& object, const std::string& other_line) {
  const std::string actor = thread_words(finding.block, finding.thread);
  const bool is_in_block = finding.kind == FindingKind::shared_race;
  const std::string other = thread_words(is_in_block ? finding.block : finding.other_block, finding.other_thread);
  if (finding.detail == Detail::same_value) {
    return fmt::format(
        "{} writes to a word of {} the value that {} writes there as well, at {}, with nothing to order the two: the "
        "result is the same in every order; CUDA's memory model still calls it a data race, so let one thread write it",
        actor, object, other, other_line);
  }
  return fmt::format(
      "{} and {} use one word of {}, here and at {}: one of the two is a plain read before a loop with atomicCAS. The "
      "loop finds out when the value read was an old one, so its result is right; CUDA's memory model still calls the "
      "plain read a data race",
      actor, other, object, other_line);
}

/// Two threads write one element, at two lines.
std::string two_stores(const FindingRecord& finding, const std::string& object, const std::string& other_line) {
  return fmt::format(
      "{} writes {}, which thread ({}, {}, {}) writes as well, at {}: one of the two lines goes beyond its own "
      "elements, "
      "or a barrier is missing between them",
      thread_words(finding.block, finding.thread), object, finding.other_thread.x, finding.other_thread.y,
      finding.other_thread.z, other_line);
}

/// An access while a copy is under way: where it was begun, by this thread or another.
std::string words_of_copy_in_flight(const FindingRecord& finding, const std::string& word,
                                    const std::string& other_line) {
  const std::string actor = thread_words(finding.block, finding.thread);
  const bool is_source = finding.kind == FindingKind::global_race;
  const std::string other = thread_words(is_source ? finding.other_block : finding.block, finding.other_thread);
  if (is_source) {
    return fmt::format(
        "{} writes a word of {} while an asynchronous copy of it, which {} began at {}, is still under way: the copy "
        "may read the old value or the new one. Wait for the copy before its source is changed",
        actor, word, actor == other ? "it" : other, other_line);
  }
  return fmt::format(
      "{} {} {} while an asynchronous copy into it, which {} began at {}, is still under way: nothing has waited for "
      "this copy yet. Look at how many copies the last wait leaves unfinished",
      actor, finding.access == Access::load ? "reads" : "writes", word, actor == other ? "it" : other, other_line);
}

std::string words_of_shared_race(const FindingRecord& finding, const std::string& other_line, bool is_same_line) {
  const std::string name = word_name(finding);
  const std::string verb = finding.access == Access::load ? "reads" : "writes";
  const std::string word = "a word of shared memory" + (name.empty() ? "" : ", " + name + ",");
  if (finding.detail == Detail::copy_in_flight) return words_of_copy_in_flight(finding, word, other_line);
  const bool stores = finding.access != Access::load;
  if (stores && finding.other_stores && !is_same_line && finding.missing == Missing::barrier) {
    return two_stores(finding, name.empty() ? "a word of shared memory" : name, other_line);
  }
  if (is_same_line && stores && !finding.other_stores && !lacks_a_fence(finding)) {
    return fmt::format(
        "{} writes {} that thread ({}, {}, {}){} reads at this line: when a thread reads there, another one may "
        "already "
        "be a round ahead, or a line; a barrier is missing between the two",
        thread_words(finding.block, finding.thread), word, finding.other_thread.x, finding.other_thread.y,
        finding.other_thread.z, finding.in_one_warp ? " of the same warp" : "");
  }
  if (is_same_line && !lacks_a_fence(finding)) {
    return fmt::format(
        "{} {} {} that thread ({}, {}, {}){} reads or writes at this line as well: two threads use the same element at "
        "the same time. If all add to it, atomicAdd is needed; if each should have its own, the index is wrong",
        thread_words(finding.block, finding.thread), verb, word, finding.other_thread.x, finding.other_thread.y,
        finding.other_thread.z, finding.in_one_warp ? " of the same warp" : "");
  }
  const std::string use =
      fmt::format("{} {} {} that thread ({}, {}, {}){} uses at {}", thread_words(finding.block, finding.thread), verb,
                  word, finding.other_thread.x, finding.other_thread.y, finding.other_thread.z,
                  finding.in_one_warp ? " of the same warp" : "", other_line);
  if (finding.missing == Missing::release_fence) {
    return use +
           " before that thread writes the word used for synchronization, with no __threadfence_block() in between: a "
           "fence is missing";
  }
  if (finding.missing == Missing::acquire_fence) {
    return use +
           "; the first thread has read the word used for synchronization, but with no __threadfence_block() after "
           "that: CUDA's memory model asks for this fence, though GPUs so far read shared memory in order";
  }
  if (finding.detail == Detail::same_store) {
    return fmt::format(
        "{}, and another warp has stored there at this line as well: two warps use the same words. If each warp is to "
        "have words of its own, the array needs an index more, the warp's number; if they share them, a barrier is "
        "missing",
        use);
  }
  return fmt::format("{} with no {} in between: a barrier is missing", use,
                     finding.in_one_warp ? "__syncwarp() or __syncthreads()" : "__syncthreads()");
}

std::string words_of_global_race(const FindingRecord& finding, const std::string& object, const std::string& other_line,
                                 bool is_same_line) {
  const std::string actor = thread_words(finding.block, finding.thread);
  if (finding.detail == Detail::copy_in_flight) return words_of_copy_in_flight(finding, object, other_line);
  const std::string other = thread_words(finding.other_block, finding.other_thread);
  const std::string verb = finding.access == Access::load ? "reads" : "writes";
  const bool is_unordered = finding.missing == Missing::barrier || finding.missing == Missing::order;
  if (finding.pc != 0 && finding.pc == finding.other_pc && is_unordered) {
    return fmt::format(
        "{} writes a word of {} that {} also writes, in the same line: two threads write the same element", actor,
        object, other);
  }
  const bool are_stores = finding.access == Access::store && finding.other_stores;
  if (are_stores && !is_same_line && finding.missing == Missing::barrier && finding.bytes != 0) {
    return two_stores(finding, fmt::format("element {} of {}", finding.offset / finding.bytes, object), other_line);
  }
  if (is_same_line && is_unordered) {
    return fmt::format(
        "{} {} a word of {} that {} uses at this line as well: two threads use the same element at the same time. If "
        "all "
        "add to it, atomicAdd is needed; if each should have its own, the index is wrong",
        actor, verb, object, other);
  }
  switch (finding.missing) {
    case Missing::barrier:
      return fmt::format(
          "{} {} a word of {} that thread ({}, {}, {}) uses at {} with no barrier in between: a barrier is missing",
          actor, verb, object, finding.other_thread.x, finding.other_thread.y, finding.other_thread.z, other_line);
    case Missing::order:
      return fmt::format(
          "{} {} a word of {} that {} uses at {} of the same launch, and nothing orders the two accesses", actor, verb,
          object, other, other_line);
    case Missing::block_barrier:
      return fmt::format(
          "{} {} a word of {} that {} uses at {}; another thread of that block then writes the word used for "
          "synchronization, with no __syncthreads() in between: a barrier is missing",
          actor, verb, object, other, other_line);
    case Missing::release_fence:
      return fmt::format(
          "{} {} a word of {} that {} uses at {} before that thread writes the word used for synchronization, with "
          "no __threadfence() in between: a fence is missing",
          actor, verb, object, other, other_line);
    case Missing::acquire_fence:
      return fmt::format(
          "{} {} a word of {} that {} uses at {}; the first thread has read the word used for synchronization, but "
          "with no __threadfence() after that: a fence is missing",
          actor, verb, object, other, other_line);
    case Missing::scope:
      return fmt::format(
          "{} {} a word of {} that {} uses at {}: both are atomic, but one of them only for the threads of its own "
          "block",
          actor, verb, object, other, other_line);
    case Missing::read_only:
      return fmt::format(
          "{} reads a word of {} that {} writes at {} of the same launch, and reads it through the read-only data "
          "cache "
          "(__ldg, or a pointer that is const and __restrict__): this cache need not see the new value, whatever "
          "orders the two; read it by a plain load, or write other memory",
          actor, object, other, other_line);
    case Missing::atomic_update:
      return fmt::format(
          "{} reads a word of {}, changes the value and writes it back, and {} does so at {}: between its read and its "
          "write, another thread may write the word, and one of the changes is lost. One atomic step is needed, such "
          "as atomicAdd or fetch_add",
          actor, object, other, is_same_line ? "this line as well" : other_line);
  }
  return object;
}

// What a launch asked of the L2 cache, and why nothing persists.
std::string window_words(const FindingRecord& finding, const std::string& object) {
  const auto& [bytes, thousandths, aside] = finding.numbers;
  if (finding.detail == Detail::window_elsewhere) {
    return "this launch takes no access-policy window along: the window is set on another stream than the one that the "
           "kernel is launched into";
  }
  if (finding.detail == Detail::no_window) {
    return "this launch takes no access-policy window along: none is set on its stream when it is launched";
  }
  if (finding.is_of_host()) {
    return fmt::format(
        "the access-policy window begins at an address of the host ({}), so it covers no memory of the "
        "device",
        object);
  }
  const std::string window = fmt::format("the access-policy window covers {} of the {} bytes of {}", bytes,
                                         finding.segment_bytes, object.empty() ? "no memory of the device" : object);
  if (finding.detail == Detail::window_does_not_persist) {
    return window + ", and its hitProp is not cudaAccessPropertyPersisting";
  }
  if (aside == 0) {
    return window + ", but nothing of the L2 cache is set aside: cudaLimitPersistingL2CacheSize is 0";
  }
  if (thousandths == 0) {
    return window + ", and its hitRatio is 0, so none of its lines persists (7 / 8 is 0 where both are whole numbers)";
  }
  return fmt::format("{}, with hitRatio {}; {} bytes are set aside", window, static_cast<double>(thousandths) / 1000,
                     aside);
}

std::string_view name_of(std::int64_t field) {
  static constexpr std::array<std::string_view, 8> names{"addressMode", "filterMode", "readMode",       "sRGB",
                                                         "resType",     "format",     "the flags word", "id"};
  return names[std::clamp<std::int64_t>(field, 0, names.size() - 1)];
}

/// ": the window asks …", what of a call that failed does not fit; empty where that is not known.
std::string why_failed(const FindingRecord& finding) {
  const std::int64_t asked = finding.numbers[0], left = finding.numbers[1];
  switch (finding.detail) {
    case Detail::copy_past_target:
      if (left == 0) return ": it begins where the memory that it writes to ends";
      if (left < 0)
        return fmt::format(": it begins {} past the end of the memory that it writes to", bytes_in_words(-left));
      return fmt::format(": it copies {}, but only {} {} left in the memory that it writes to", bytes_in_words(asked),
                         bytes_in_words(left), left == 1 ? "is" : "are");
    case Detail::copy_past_source:
      if (left == 0) return ": it begins where the memory that it reads from ends";
      if (left < 0)
        return fmt::format(": it begins {} past the end of the memory that it reads from", bytes_in_words(-left));
      return fmt::format(": it copies {}, but only {} {} left in the memory that it reads from", bytes_in_words(asked),
                         bytes_in_words(left), left == 1 ? "is" : "are");
    case Detail::copy_to_host_memory:
      return ": the direction of the copy says that the target is on the device, but it is no memory of the device";
    case Detail::copy_to_device_memory:
      return ": the direction of the copy says that the target is on the host, but it is no memory of the host";
    case Detail::copy_from_host_memory:
      return ": the direction of the copy says that the source is on the device, but it is no memory of the device";
    case Detail::copy_from_device_memory:
      return ": the direction of the copy says that the source is on the host, but it is no memory of the host";
    case Detail::copy_to_freed:
      return ": it writes to memory that cudaFree has freed";
    case Detail::copy_from_freed:
      return ": it reads from memory that cudaFree has freed";
    case Detail::frees_freed:
      return ": cudaFree has freed this memory before";
    case Detail::frees_lent:
      return ": the function was given this memory by its caller, and only the caller may free it";
    case Detail::row_past_pitch:
      return fmt::format(": a row has {} bytes here, more than the pitch of {} bytes", asked, left);
    case Detail::box_past_slice:
      return fmt::format(
          ": the box ends behind row {} of a slice, and the cudaPitchedPtr says that a slice has {} rows", asked, left);
    case Detail::past_symbol:
      return fmt::format(": {} bytes, from the offset on, go beyond the end of the variable", asked);
    case Detail::side_not_one:
      return ": of each side either the array or the pointer must be set, and not both";
    case Detail::no_such_value:
      return fmt::format(": {} is {} here, which is no value of it: it was never set, perhaps", name_of(left), asked);
    case Detail::copy_past_array:
      return fmt::format(
          ": it ends at byte {} of a row and at row {}, outside of the array or within an element of {} bytes; a width "
          "is in bytes here",
          asked, left, finding.numbers[2]);
    case Detail::window_too_large:
      return fmt::format(": the window asks for {} bytes, and at most {} are possible",
                         static_cast<std::uint64_t>(asked), left);
    case Detail::limit_too_large:
      return fmt::format(": it asks to set aside {} bytes of the L2 cache, and at most {} are possible",
                         static_cast<std::uint64_t>(asked), left);
    case Detail::window_ratio:
      if (asked == std::numeric_limits<std::int64_t>::min()) return ": hitRatio is not a number (NaN)";
      return fmt::format(": hitRatio is {}, and must be from 0 to 1", static_cast<double>(asked) / 1000);
    case Detail::window_property:
      return asked == 0 ? ": hitProp is not one of those that are possible"
                        : ": missProp cannot be persisting: it is for the lines that are not to stay";
    case Detail::frees_registered:
      return ": it frees what cudaMallocHost or cudaHostAlloc has allocated, and this memory was only registered, by "
             "cudaHostRegister: that is undone by another call";
    case Detail::frees_unpinned:
      return ": neither cudaMallocHost nor cudaHostAlloc has returned this address";
    case Detail::flags_not_zero:
      return fmt::format(": its last argument, the flags, must be 0, and is {} here", asked);
    case Detail::event_unknown:
      return fmt::format(": its {} event was never created", asked == 0 ? "first" : "second");
    case Detail::event_no_record:
      return fmt::format(": its {} event was never recorded", asked == 0 ? "first" : "second");
    case Detail::event_no_time:
      return fmt::format(": its {} event was created with cudaEventDisableTiming, so it has no time",
                         asked == 0 ? "first" : "second");
    default:
      return "";
  }
}

}  // namespace

std::string launch_shape(const Index3& grid, const Index3& block) {
  const int rank = grid.z * block.z > 1 ? 3 : grid.y * block.y > 1 ? 2 : 1;
  const auto extents = [rank](const Index3& index) {
    if (rank == 3) return fmt::format("{} × {} × {}", index.x, index.y, index.z);
    return rank == 2 ? fmt::format("{} × {}", index.x, index.y) : fmt::format("{}", index.x);
  };
  const bool is_one = grid.x * grid.y * grid.z == 1;
  return fmt::format("{} block{} of {} thread{}", extents(grid), is_one ? "" : "s", extents(block),
                     block.x * block.y * block.z == 1 ? "" : "s");
}

std::string words(const FindingRecord& finding, const Lines& lines) {
  using Kind = FindingKind;
  const std::string object = subject(finding);
  const std::string verb = finding.access == Access::load ? "reads" : "writes";
  const std::string actor = thread_words(finding.block, finding.thread);
  const auto other = lines.find(finding.other_pc);
  const std::string other_line =
      other != lines.end() && other->second != 0 ? fmt::format("line {}", other->second) : std::string("another line");
  const auto own = lines.find(finding.pc);
  const bool is_same_line =
      own != lines.end() && other != lines.end() && own->second != 0 && own->second == other->second;
  switch (finding.kind) {
    case Kind::out_of_bounds:
      if (object.empty()) return fmt::format("{} {} memory that belongs to no allocation", actor, verb);
      if (finding.distance == 0) {  // near nothing
        return fmt::format("{} {} {}{}", actor, verb, finding.memory == Memory::null_pointer ? "through " : "", object);
      }
      return fmt::format("{} {} {} {} {}{}", actor, verb,
                         bytes_in_words(finding.distance < 0 ? -finding.distance : finding.distance),
                         finding.distance < 0 ? "before the start of" : "past the end of", object,
                         finding.lacks_dynamic_shared() ? "" : index_words(finding));
    case Kind::write_to_input:
      if (finding.memory == Memory::variable) {
        return fmt::format("{} writes {}, which is in constant memory: kernels can only read it", actor, object);
      }
      return fmt::format("{} writes {}, which is not yours to change", actor, object);
    case Kind::misaligned:
      return fmt::format("{} {} {} bytes at an address that is not a multiple of {}", actor, verb, finding.bytes,
                         finding.bytes);
    case Kind::shared_race:
      if (finding.detail == Detail::same_value || finding.detail == Detail::first_read) {
        return words_of_remark(finding, "shared memory", other_line);
      }
      return words_of_shared_race(finding, other_line, is_same_line);
    case Kind::uninitialized_shared:
      return fmt::format("{} reads a word of shared memory{} that no thread of its block has written", actor,
                         word_name(finding).empty() ? "" : ", " + word_name(finding) + ",");
    case Kind::barrier_divergence:
      if (finding.detail == Detail::not_in_mask) {
        return fmt::format(
            "{} calls a function of its warp with the mask {:#010x}, which lacks its own lane, {}: every lane that "
            "calls "
            "must be in the mask",
            actor, finding.numbers[0], finding.numbers[1]);
      }
      if (finding.detail == Detail::lane_not_there) {
        return fmt::format(
            "{} wants the value of lane {}, which does not take part in this shuffle (the lanes that do: {:#010x}): "
            "what it gets is undefined",
            actor, finding.numbers[1], finding.numbers[0]);
      }
      if (finding.detail == Detail::stores_undefined) {
        return fmt::format(
            "{} stores, at {}, what is made of the value of lane {}, which does not take part in this shuffle (the "
            "lanes that do: {:#010x}): it is undefined",
            actor, other_line, finding.numbers[1], finding.numbers[0]);
      }
      if (finding.in_one_warp) {
        return fmt::format(
            "{} calls a function of its warp with a mask that names the lane of thread ({}, {}, {}), which goes around "
            "this call: all lanes that the mask names must make it",
            actor, finding.other_thread.x, finding.other_thread.y, finding.other_thread.z);
      }
      return fmt::format("{} waits at a barrier that other threads of its block do not reach", actor);
    case Kind::host_dereference:
      return fmt::format("host code {} device memory ({}): only kernels may access it", verb, object);
    case Kind::bad_launch:
      return fmt::format("the launch is refused: {}", object);
    case Kind::deadlock:
      return fmt::format("{} waits forever: {}", actor, object);
    case Kind::uninitialized_global:
      return fmt::format("{} reads {} of {} that {} never written{}", actor, bytes_in_words(finding.bytes), object,
                         finding.bytes == 1 ? "was" : "were",
                         finding.other_pc == 0 ? ""
                                               : fmt::format("; the call at {} wrote {} of its {} bytes", other_line,
                                                             finding.numbers[0], finding.segment_bytes));
    case Kind::use_after_free:
      return fmt::format("{} {} {}", actor, verb, object);
    case Kind::stream_race:
      if (shares_place(finding)) {
        return fmt::format(
            "{} writes {} where the same call, in another stream, writes as well: every call needs a place of its own, "
            "so "
            "look at the address that it writes to",
            actor_of_stream(finding), object);
      }
      if (finding.detail == Detail::other_place) {
        return fmt::format(
            "{} {} {} from element {} on, but the operation before it in its own stream wrote from element {} on: an "
            "offset "
            "is missing in an address that it is given, or wrong. What it {}, the operation at {} in another stream "
            "may "
            "still be using",
            actor_of_stream(finding), verb, object, finding.offset / 4, finding.numbers[0] / 4, verb, other_line);
      }
      return fmt::format(
          "{} {} {} that the operation at {}, in another stream, may still be using: nothing orders the two; call "
          "cudaEventRecord there and cudaStreamWaitEvent here",
          actor_of_stream(finding), verb, object, other_line);
    case Kind::host_race:
      if (finding.detail == Detail::texture_in_use) {
        return fmt::format(
            "a texture object is destroyed that the kernel launched at {} may still be fetching from: wait for the "
            "kernel first, with cudaStreamSynchronize or cudaDeviceSynchronize",
            other_line);
      }
      if (finding.detail == Detail::persisting_in_use) {
        return fmt::format(
            "persisting lines of the L2 cache are reset while the kernel launched at {} may still be using them: wait "
            "for the kernel first, with cudaStreamSynchronize or cudaDeviceSynchronize",
            other_line);
      }
      if (finding.detail == Detail::caller_reads) {
        return fmt::format(
            "the function returns while this operation may still be writing {}: wait for it first, with "
            "cudaStreamSynchronize or cudaDeviceSynchronize",
            object);
      }
      return fmt::format(
          "host code {} {} that the operation at {} may still be using: wait for it first, with "
          "cudaStreamSynchronize or cudaEventSynchronize",
          verb, object, other_line);
    case Kind::device_function:
      return fmt::format("host code calls {}, a __device__ function: only kernels may call it", object);
    case Kind::failed_call:
      return fmt::format("this call returned {}{}", object, why_failed(finding));
    case Kind::out_of_work:
      if (finding.detail == Detail::no_way_out) {
        return fmt::format(
            "{} never leaves this loop: nothing in it changes what its condition needs. If another thread should: a "
            "plain variable may be read only once, before the loop; it must be volatile, or be read by an atomic "
            "function",
            worker(finding));
      }
      if (finding.detail == Detail::no_step) {
        return fmt::format(
            "{} never leaves this loop: what is added to its counter in each round is 0, or less, so the counter never "
            "comes to the end",
            worker(finding));
      }
      return fmt::format("{} was stopped here: by then it had done {} loop rounds and memory accesses", worker(finding),
                         amount(finding.numbers[0]));
    case Kind::data_to_host:
      return fmt::format("{} brings device memory to the host: in this part the data stays on the device",
                         finding.access == Access::load ? "this access" : "this copy");
    case Kind::answer_by_copy:
      return fmt::format("this copy writes {}: in this part only kernels may move data there", object);
    case Kind::access_window:
      return window_words(finding, object);
    case Kind::event_time:
      return finding.detail == Detail::event_not_reached ? "the event has not happened yet, so there is no time to read"
                                                         : "the time between two events is read";
    case Kind::trapped:
      if (finding.detail == Detail::crash) {
        const auto signal = static_cast<int>(finding.numbers[0]);
        return fmt::format("the program crashes in this launch, by signal {} ({})", signal, strsignal(signal));
      }
      if (finding.detail == Detail::division) {
        return actor +
               " divides whole numbers, and there is no result: the divisor is 0, or it is -1 and the result is "
               "too large";
      }
      if (finding.detail == Detail::no_function) {
        return actor + " calls a function by an address at which no function is: the pointer was never set, or is null";
      }
      if (finding.detail == Detail::stack_overflow) {
        return "the stack of " + actor +
               " has overflowed: a function calls itself without an end, or a local array is too large";
      }
      return fmt::format("{} {}: the kernel ends here, and every later call of the CUDA runtime fails", actor,
                         object.empty() ? "calls __trap()" : "finds that its assertion does not hold, " + object);
    case Kind::leak:
      return fmt::format(
          "{} bytes of device memory are allocated{} and {}", finding.distance,
          finding.count == 1 ? "" : fmt::format(" in {} pieces", finding.count),
          finding.detail == Detail::must_be_freed ? "not freed when the function returns" : "never freed");
    case Kind::global_race:
      if (finding.is_remark()) return words_of_remark(finding, object, other_line);
      return words_of_global_race(finding, object, other_line, is_same_line);
    case Kind::unsupported:
      // No GPU does it either.
      if (finding.detail == Detail::no_texture)
        return "this fetch reads through a handle that is no texture object: it was never made, or is destroyed "
               "already";
      return fmt::format(
          "{} {}", finding.is_missing_feature() ? "the emulator has no" : "the emulator does not support", object);
  }
  return object;
}

bool shares_place(const FindingRecord& finding) {
  return finding.kind == FindingKind::stream_race && finding.access == Access::store &&
         finding.pc == finding.other_pc && is_copy(finding);
}

std::string kind_name(const FindingRecord& finding) {
  using Kind = FindingKind;
  if (finding.detail == Detail::same_value) return "same-value";
  if (finding.detail == Detail::first_read) return "read-before-cas";
  switch (finding.kind) {
    case Kind::out_of_bounds:
      return "out-of-bounds";
    case Kind::write_to_input:
      return "write-to-input";
    case Kind::misaligned:
      return "misaligned";
    case Kind::shared_race:
      return lacks_a_fence(finding) ? "missing-fence" : "shared-race";
    case Kind::uninitialized_shared:
      return "uninitialized-shared";
    case Kind::barrier_divergence:
      return "barrier-divergence";
    case Kind::host_dereference:
      return "host-dereference";
    case Kind::bad_launch:
      return "bad-launch";
    case Kind::deadlock:
      return "deadlock";
    case Kind::uninitialized_global:
      return "uninitialized-global";
    case Kind::use_after_free:
      return "use-after-free";
    case Kind::stream_race:
      return "stream-race";
    case Kind::host_race:
      return "host-race";
    case Kind::device_function:
      return "device-function";
    case Kind::failed_call:
      return "failed-call";
    case Kind::out_of_work:
      return "work-limit";
    case Kind::data_to_host:
      return "data-to-host";
    case Kind::answer_by_copy:
      return "answer-by-copy";
    case Kind::access_window:
      return "access-window";
    case Kind::event_time:
      return "event-time";
    case Kind::trapped:
      if (finding.detail == Detail::crash) return "crash";
      if (finding.detail == Detail::division) return "division-by-zero";
      if (finding.detail == Detail::no_function) return "no-function";
      if (finding.detail == Detail::stack_overflow) return "stack-overflow";
      return finding.name[0] != '\0' ? "assertion" : "trap";
    case Kind::leak:
      return "leak";
    case Kind::global_race:
      return lacks_a_fence(finding) ? "missing-fence" : "global-race";
    case Kind::unsupported:
      return "unsupported";
  }
  return "unknown";
}

}  // namespace simt
