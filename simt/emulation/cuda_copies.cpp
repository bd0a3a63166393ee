// Copies and fills of every shape: cudaMemcpy and cudaMemset with their relatives.
#include <algorithm>
#include <cstring>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

bool is_pageable(const Emulation& run, const void* host) {
  const Segment* const segment = run.memory().find_global(host, 1);
  return !run.memory().is_host_mapped(host) && (segment == nullptr || segment->owner != Owner::managed);
}

OperationKind kind_of_copy(bool to_device, bool from_device) {
  if (to_device && from_device) return OperationKind::copy_on_device;
  return to_device ? OperationKind::copy_to_device : OperationKind::copy_to_host;
}

// The default kind depends on the pointers.
bool is_device_side(const Emulation& run, const void* memory, cudaMemcpyKind kind, cudaMemcpyKind one_way) {
  if (kind == cudaMemcpyDefault) return run.memory().is_allocated(memory);
  return kind == one_way || kind == cudaMemcpyDeviceToDevice;
}

template <class Row>
cudaError_t for_each_row(const Extent& extent, const Row& row) {
  for (std::size_t z = 0; z < extent.depth; ++z) {
    for (std::size_t y = 0; y < extent.height; ++y) {
      if (const cudaError_t error = row(y, z)) return error;
    }
  }
  return cudaSuccess;
}

// Runs `piece(to, from, bytes)` for pieces that are contiguous on both sides.
template <class Piece>
cudaError_t for_each_piece(const Box& to, const Box& from, const Extent& extent, const Piece& piece) {
  return for_each_row(extent, [&](std::size_t y, std::size_t z) {
    for (std::size_t x = 0; x < extent.width;) {
      const std::size_t bytes = std::min(to.together(x, extent.width - x), from.together(x, extent.width - x));
      if (const cudaError_t error = piece(to.at(x, y, z), from.at(x, y, z), bytes)) return error;
      x += bytes;
    }
    return cudaSuccess;
  });
}

}  // namespace

std::size_t Box::together(std::size_t column, std::size_t bytes) const {
  return array == nullptr ? bytes : std::min(bytes, array->together(x + column));
}

char* Box::at(std::size_t column, std::size_t row, std::size_t level) const {
  if (array != nullptr) return array->memory + array->offset(x + column, y + row, z + level);
  return base + (z + level) * plane + (y + row) * pitch + x + column;
}

cudaError_t copy_box(const Box& to, const Box& from, const Extent& extent, cudaMemcpyKind kind, const Asked& asked) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const auto stream = run->objects().number_of(asked.stream, run->streams());
  if (!stream) return ended(cudaErrorInvalidResourceHandle);
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) return ended(cudaErrorInvalidMemcpyDirection);
  if (extent.is_empty()) return ended(cudaSuccess);
  const auto may_copy = [&](char* target, const char* source, std::size_t bytes) {
    return run->check_copy(target, source, bytes, kind, asked.pc);
  };
  if (const cudaError_t error = for_each_piece(to, from, extent, may_copy)) return error;

  const bool to_device = is_device_side(*run, to.at(0, 0, 0), kind, cudaMemcpyHostToDevice);
  const bool from_device = is_device_side(*run, from.at(0, 0, 0), kind, cudaMemcpyDeviceToHost);
  Operation operation;
  operation.kind = kind_of_copy(to_device, from_device);
  operation.stream = *stream;
  operation.bytes = extent.bytes();
  operation.is_pageable = to_device != from_device && is_pageable(*run, to_device ? from.at(0, 0, 0) : to.at(0, 0, 0));
  // A copy within the device does not hold the host (CUDA Runtime API, "API synchronization behavior").
  operation.holds_host = !asked.is_async && operation.kind != OperationKind::copy_on_device;
  operation.pc = asked.pc;
  operation.label = asked.label;
  Footprint footprint;
  for_each_piece(to, from, extent, [&](char* target, const char* source, std::size_t bytes) {
    std::memmove(target, source, bytes);
    run->mark_written(target, bytes);
    run->note_copied(target, source, bytes, !to_device && !from_device);
    footprint.stores.add(reinterpret_cast<std::uintptr_t>(target), bytes);
    // Pageable memory has been read when the call returns.
    const bool is_read_later = from_device || !operation.is_pageable;
    if (is_read_later) footprint.loads.add(reinterpret_cast<std::uintptr_t>(source), bytes);
    return cudaSuccess;
  });
  if (to_device && from_device) run->count_copy(footprint, asked.pc);
  if (to_device || from_device) {
    run->record(operation, std::move(footprint));
  } else {
    run->hold_host_for(static_cast<std::size_t>(extent.bytes()));  // the host copies by itself
  }
  return ended(cudaSuccess);
}

cudaError_t fill_box(const Box& to, int value, const Extent& extent, const Asked& asked) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const auto stream = run->objects().number_of(asked.stream, run->streams());
  if (!stream) return ended(cudaErrorInvalidResourceHandle);
  if (extent.is_empty()) return ended(cudaSuccess);
  Operation operation;
  operation.kind = OperationKind::fill;
  operation.stream = *stream;
  operation.bytes = extent.bytes();
  operation.pc = asked.pc;
  operation.label = asked.label;
  Footprint footprint;
  const cudaError_t error = for_each_row(extent, [&](std::size_t y, std::size_t z) {
    footprint.stores.add(reinterpret_cast<std::uintptr_t>(to.at(0, y, z)), extent.width);
    return run->fill(to.at(0, y, z), value, extent.width, asked.pc);
  });
  if (error != cudaSuccess) return error;
  run->record(operation, std::move(footprint));
  return ended(cudaSuccess);
}

namespace {

Box linear(const void* memory) { return {static_cast<char*>(const_cast<void*>(memory)), 0, 0, nullptr, 0, 0, 0}; }
Box pitched(const void* memory, std::size_t pitch) {
  return {static_cast<char*>(const_cast<void*>(memory)), pitch, 0, nullptr, 0, 0, 0};
}

// A row of `width` bytes is longer than the pitch.
cudaError_t pitch_error(cudaError_t error, std::size_t width, std::size_t pitch) {
  return current()->leave(
      error, {Detail::row_past_pitch, {static_cast<std::int64_t>(width), static_cast<std::int64_t>(pitch)}});
}

cudaError_t copy_rows(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                      std::size_t height, cudaMemcpyKind kind, const Asked& asked) {
  if (width > to_pitch || width > from_pitch) {
    return pitch_error(cudaErrorInvalidPitchValue, width, std::min(to_pitch, from_pitch));
  }
  return copy_box(pitched(to, to_pitch), pitched(from, from_pitch), {width, height}, kind, asked);
}

cudaError_t fill_rows(void* to, std::size_t pitch, int value, std::size_t width, std::size_t height,
                      const Asked& asked) {
  if (width > pitch) return pitch_error(cudaErrorInvalidValue, width, pitch);
  return fill_box(pitched(to, pitch), value, {width, height}, asked);
}

// A side of a 3D copy: an array, whose x counts elements, or pitched memory. When it is neither or both, or the extent
// does not fit: none, and why.
std::pair<std::optional<Box>, Refusal> side_of(cudaArray_t array, const cudaPos& position, const cudaPitchedPtr& memory,
                                               const cudaExtent& extent, std::size_t element_bytes) {
  if ((array != nullptr) == (memory.ptr != nullptr)) return {std::nullopt, {Detail::side_not_one, {}}};
  if (array != nullptr) {
    Emulation* const run = current();
    const bool fits = run != nullptr && run->objects().arrays.find(array) != nullptr &&
                      array->has(position.x, extent.width, position.y, extent.height, position.z, extent.depth);
    if (!fits) {
      return {std::nullopt,
              {Detail::copy_past_array,
               {static_cast<std::int64_t>((position.x + extent.width) * element_bytes),
                static_cast<std::int64_t>(position.y + extent.height), static_cast<std::int64_t>(element_bytes)}}};
    }
    return {Box{nullptr, 0, 0, array, position.x * element_bytes, position.y, position.z}, {}};
  }
  const std::size_t width = extent.width * element_bytes;
  const bool is_one_row = extent.height <= 1 && extent.depth <= 1;
  if (!is_one_row && position.x + width > memory.pitch) {
    return {std::nullopt,
            {Detail::row_past_pitch,
             {static_cast<std::int64_t>(position.x + width), static_cast<std::int64_t>(memory.pitch)}}};
  }
  if (extent.depth > 1 && position.y + extent.height > memory.ysize) {
    return {std::nullopt,
            {Detail::box_past_slice,
             {static_cast<std::int64_t>(position.y + extent.height), static_cast<std::int64_t>(memory.ysize)}}};
  }
  return {Box{static_cast<char*>(memory.ptr), memory.pitch, memory.pitch * memory.ysize, nullptr, position.x,
              position.y, position.z},
          {}};
}

cudaError_t copy_3d(const cudaMemcpy3DParms* parameters, const Asked& asked) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (parameters == nullptr) return ended(cudaErrorInvalidValue);
  note_read(parameters, asked.pc);
  const cudaMemcpy3DParms& p = *parameters;
  // Where an array takes part, the extent counts its elements.
  std::size_t element_bytes = 1;
  for (const cudaArray_t array : {p.srcArray, p.dstArray}) {
    const cudaArray* const found = run->objects().arrays.find(array);
    if (found != nullptr) element_bytes = found->element_bytes();
  }
  const auto [to, no_target] = side_of(p.dstArray, p.dstPos, p.dstPtr, p.extent, element_bytes);
  const auto [from, no_source] = side_of(p.srcArray, p.srcPos, p.srcPtr, p.extent, element_bytes);
  Refusal why = to ? no_source : no_target;
  if (why.detail == Detail::box_past_slice) why.numbers[2] = to ? 1 : 2;  // which side it is of
  if (!to || !from) return ended(run->leave(cudaErrorInvalidValue, why));
  return copy_box(*to, *from, {p.extent.width * element_bytes, p.extent.height, p.extent.depth}, p.kind, asked);
}

cudaError_t fill_3d(const cudaPitchedPtr& to, int value, const cudaExtent& extent, const Asked& asked) {
  const bool is_one_row = extent.height <= 1 && extent.depth <= 1;
  const bool fits = (is_one_row || extent.width <= to.pitch) && (extent.depth <= 1 || extent.height <= to.ysize);
  if (!fits) return ended(cudaErrorInvalidValue);
  const Box box{static_cast<char*>(to.ptr), to.pitch, to.pitch * to.ysize, nullptr, 0, 0, 0};
  return fill_box(box, value, {extent.width, extent.height, extent.depth}, asked);
}

// `offset` is in bytes; an array has whole elements.
cudaError_t copy_array_rows(cudaArray_const_t array, std::size_t x, std::size_t y, const Box& memory, std::size_t width,
                            std::size_t height, cudaMemcpyKind kind, bool to_array, const Asked& asked) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  cudaArray* const found = run->objects().arrays.find(array);
  if (found == nullptr) return ended(cudaErrorInvalidResourceHandle);
  if (width > memory.pitch && height > 1) return pitch_error(cudaErrorInvalidPitchValue, width, memory.pitch);
  const std::size_t element = found->element_bytes();
  const bool fits =
      x % element == 0 && width % element == 0 && found->has(x / element, width / element, y, height, 0, 1);
  if (!fits) {
    return run->leave(cudaErrorInvalidValue,
                      {Detail::copy_past_array,
                       {static_cast<std::int64_t>(x + width), static_cast<std::int64_t>(y + height),
                        static_cast<std::int64_t>(element)}});
  }
  const Box box{nullptr, 0, 0, found, x, y, 0};
  return to_array ? copy_box(box, memory, {width, height}, kind, asked)
                  : copy_box(memory, box, {width, height}, kind, asked);
}

// A variable of the library, __device__ or __constant__.
cudaError_t copy_symbol(void* to, const void* from, const void* symbol, std::size_t bytes, cudaMemcpyKind kind,
                        bool to_symbol, const Asked& asked) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const void* const other = to_symbol ? from : to;
  const auto stream = run->objects().number_of(asked.stream, run->streams());
  if (!stream) return ended(cudaErrorInvalidResourceHandle);
  // It has no address where the bytes do not fit.
  if (symbol == nullptr) {
    return ended(run->leave(cudaErrorInvalidValue, {Detail::past_symbol, {static_cast<std::int64_t>(bytes)}}));
  }
  if (other == nullptr) return ended(cudaErrorInvalidValue);
  if (!run->memory().is_symbol(symbol) || (to_symbol && !run->memory().is_writable(symbol)))
    return ended(cudaErrorInvalidSymbol);
  const cudaMemcpyKind one_way = to_symbol ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  if (kind != one_way && kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault) {
    return ended(cudaErrorInvalidMemcpyDirection);
  }
  if (bytes == 0) return ended(cudaSuccess);
  const bool is_on_device = run->memory().is_allocated(other);
  if (kind != cudaMemcpyDefault && is_on_device != (kind == cudaMemcpyDeviceToDevice)) {
    return ended(cudaErrorInvalidValue);
  }
  if (const cudaError_t error = run->may_move(to, from, bytes, asked.pc)) return error;
  std::memmove(to, from, bytes);
  run->mark_written(to, bytes);
  run->note_copied(to, from, bytes, /*is_by_host=*/false);
  Operation operation;
  operation.kind = kind_of_copy(to_symbol || is_on_device, !to_symbol || is_on_device);
  operation.stream = *stream;
  operation.bytes = static_cast<std::int64_t>(bytes);
  operation.is_pageable = !is_on_device && is_pageable(*run, other);
  operation.holds_host = !asked.is_async && !is_on_device;
  operation.pc = asked.pc;
  operation.label = asked.label;
  Footprint footprint;
  footprint.stores.add(reinterpret_cast<std::uintptr_t>(to), bytes);
  if (!operation.is_pageable || !to_symbol) footprint.loads.add(reinterpret_cast<std::uintptr_t>(from), bytes);
  if (is_on_device) run->count_copy(footprint, asked.pc);
  run->record(operation, std::move(footprint));
  return ended(cudaSuccess);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy_box(linear(to), linear(from), {bytes}, kind, {nullptr, false, SIMT_PC, "cudaMemcpy"});
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_box(linear(to), linear(from), {bytes}, kind, {stream, true, SIMT_PC, "cudaMemcpyAsync"});
}

cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device, size_t bytes) {
  if (to_device != 0 || from_device != 0) return ended(cudaErrorInvalidDevice);
  return copy_box(linear(to), linear(from), {bytes}, cudaMemcpyDeviceToDevice,
                  {nullptr, false, SIMT_PC, "cudaMemcpyPeer"});
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t stream) {
  if (to_device != 0 || from_device != 0) return ended(cudaErrorInvalidDevice);
  return copy_box(linear(to), linear(from), {bytes}, cudaMemcpyDeviceToDevice,
                  {stream, true, SIMT_PC, "cudaMemcpyPeerAsync"});
}

cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, {nullptr, false, SIMT_PC, "cudaMemcpy2D"});
}

cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, {stream, true, SIMT_PC, "cudaMemcpy2DAsync"});
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return copy_3d(parameters, {nullptr, false, SIMT_PC, "cudaMemcpy3D"});
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return copy_3d(parameters, {stream, true, SIMT_PC, "cudaMemcpy3DAsync"});
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind kind) {
  return copy_array_rows(to, x, y, pitched(from, pitch), width, height, kind, true,
                         {nullptr, false, SIMT_PC, "cudaMemcpy2DToArray"});
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void* from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_array_rows(to, x, y, pitched(from, pitch), width, height, kind, true,
                         {stream, true, SIMT_PC, "cudaMemcpy2DToArrayAsync"});
}

cudaError_t cudaMemcpy2DFromArray(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind) {
  return copy_array_rows(from, x, y, pitched(to, pitch), width, height, kind, false,
                         {nullptr, false, SIMT_PC, "cudaMemcpy2DFromArray"});
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_array_rows(from, x, y, pitched(to, pitch), width, height, kind, false,
                         {stream, true, SIMT_PC, "cudaMemcpy2DFromArrayAsync"});
}

cudaError_t simt_copy_to_symbol(void* symbol, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                                int is_async) {
  return copy_symbol(
      symbol, from, symbol, bytes, kind, true,
      {stream, is_async != 0, SIMT_PC, is_async != 0 ? "cudaMemcpyToSymbolAsync" : "cudaMemcpyToSymbol"});
}

cudaError_t simt_copy_from_symbol(void* to, const void* symbol, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream,
                                  int is_async) {
  return copy_symbol(
      to, symbol, symbol, bytes, kind, false,
      {stream, is_async != 0, SIMT_PC, is_async != 0 ? "cudaMemcpyFromSymbolAsync" : "cudaMemcpyFromSymbol"});
}

cudaError_t simt_give_address(const void* symbol) {
  Emulation* const run = current();
  return run == nullptr ? cudaErrorInitializationError : ended(run->give_address(symbol));
}

cudaError_t cudaMemset(void* to, int value, size_t bytes) {
  return fill_box(linear(to), value, {bytes}, {nullptr, false, SIMT_PC, "cudaMemset"});
}

cudaError_t cudaMemsetAsync(void* to, int value, size_t bytes, cudaStream_t stream) {
  return fill_box(linear(to), value, {bytes}, {stream, true, SIMT_PC, "cudaMemsetAsync"});
}

cudaError_t cudaMemset2D(void* to, size_t pitch, int value, size_t width, size_t height) {
  return fill_rows(to, pitch, value, width, height, {nullptr, false, SIMT_PC, "cudaMemset2D"});
}

cudaError_t cudaMemset2DAsync(void* to, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  return fill_rows(to, pitch, value, width, height, {stream, true, SIMT_PC, "cudaMemset2DAsync"});
}

cudaError_t cudaMemset3D(cudaPitchedPtr to, int value, cudaExtent extent) {
  return fill_3d(to, value, extent, {nullptr, false, SIMT_PC, "cudaMemset3D"});
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr to, int value, cudaExtent extent, cudaStream_t stream) {
  return fill_3d(to, value, extent, {stream, true, SIMT_PC, "cudaMemset3DAsync"});
}

}  // extern "C"

}  // namespace simt::core
