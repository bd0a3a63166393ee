// Memory in two and three dimensions and texture objects (include/simt/array_api.h), and what fetches find there.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

constexpr std::size_t pitch_bytes = 512;      // where the hardware would let rows begin
constexpr std::size_t texture_pitch = 32;     // cudaDeviceProp::texturePitchAlignment
constexpr std::size_t texture_align = 512;    // cudaDeviceProp::textureAlignment
constexpr std::size_t most_linear = 1 << 28;  // texels; CUDA C++ Programming Guide, technical specifications

std::size_t pitch_for(std::size_t width) { return (width + pitch_bytes - 1) / pitch_bytes * pitch_bytes; }

std::string dimensions_text(const cudaExtent& extent) {
  std::string text = std::to_string(extent.width);
  for (const std::size_t size : {extent.height, extent.depth}) {
    if (size != 0) text += " x " + std::to_string(size);
  }
  return text;
}

cudaError_t make_array(cudaArray_t* array, const cudaChannelFormatDesc* format, const cudaExtent& extent,
                       unsigned flags, std::uintptr_t pc) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (array == nullptr || format == nullptr) return ended(cudaErrorInvalidValue);
  note_read(format, pc);
  *array = nullptr;
  constexpr unsigned flags_of_cuda = 0xff;  // cudaArrayDeferredMapping, 0x80, is the last
  if (flags > flags_of_cuda) return refuse_value(DescriptionField::array_flags, flags);
  if ((flags & (cudaArrayLayered | cudaArrayCubemap | cudaArrayTextureGather)) != 0) {
    return run->refuse({Detail::special_array, {}}, pc);
  }
  if (!bytes_of(*format)) return ended(cudaErrorInvalidChannelDescriptor);
  if (extent.width == 0 || (extent.depth != 0 && extent.height == 0)) return ended(cudaErrorInvalidValue);
  cudaArray made{*format, extent.width, extent.height, extent.depth, nullptr};
  void* memory = nullptr;
  const cudaError_t error =
      run->allocate(&memory, made.bytes(), Owner::student, "the array of " + dimensions_text(extent) + " elements", pc);
  if (error != cudaSuccess) return error;
  made.memory = static_cast<char*>(memory);
  *array = run->objects().arrays.make(made);
  return ended(cudaSuccess);
}

struct Value {
  DescriptionField field = DescriptionField::address_mode;
  std::int64_t value = 0;
};

// A value that its field cannot have. The first one as the structure has them, so that of a description that was never
// set the first field is named.
std::optional<Value> impossible_value(const cudaResourceDesc& resource, const cudaTextureDesc& description) {
  using Field = DescriptionField;
  const auto is_up_to = [](std::int64_t value, std::int64_t last) { return value >= 0 && value <= last; };
  const std::array<std::pair<Value, std::int64_t>, 5> last_of{{
      {{Field::resource_type, resource.resType}, cudaResourceTypePitch2D},
      {{Field::address_mode, description.addressMode[0]}, cudaAddressModeBorder},
      {{Field::filter_mode, description.filterMode}, cudaFilterModeLinear},
      {{Field::read_mode, description.readMode}, cudaReadModeNormalizedFloat},
      {{Field::srgb, description.sRGB}, 1},
  }};
  for (const auto& [value, last] : last_of) {
    if (!is_up_to(value.value, last)) return value;
  }
  return std::nullopt;
}

// Why a texture is not supported; Detail::none when it is.
Detail refused_texture(const cudaResourceDesc& resource, const cudaTextureDesc& description) {
  if (resource.resType == cudaResourceTypeMipmappedArray) return Detail::mipmapped_array;
  if (description.filterMode != cudaFilterModePoint) return Detail::texture_filter;
  if (description.readMode != cudaReadModeElementType) return Detail::normalized_read;
  if (description.sRGB != 0) return Detail::srgb_texture;
  const bool has_border = std::any_of(std::begin(description.addressMode), std::end(description.addressMode),
                                      [](auto mode) { return mode == cudaAddressModeBorder; });
  const bool has_color = std::any_of(std::begin(description.borderColor), std::end(description.borderColor),
                                     [](float channel) { return channel != 0; });
  return has_border && has_color ? Detail::border_color : Detail::none;
}

// A description of a view begins with its format.
cudaError_t refuse_view(const void* view, std::uintptr_t pc) {
  constexpr int last_format = 0x2a;  // cudaResViewFormatUnsignedBlockCompressed7SRGB, and what came after it
  const int format = *static_cast<const volatile int*>(view);
  if (format < 0 || format > last_format) return refuse_value(DescriptionField::view_format, format);
  return current()->refuse({Detail::resource_view, {}}, pc);
}

struct MadeTexture {
  Texture texture;
  cudaError_t error = cudaSuccess;
};

MadeTexture from_array(const Emulation& run, const cudaResourceDesc& resource) {
  const cudaArray* const array = run.objects().arrays.find(resource.res.array.array);
  if (array == nullptr) return {{}, cudaErrorInvalidResourceHandle};
  Texture texture;
  texture.array = *array;
  texture.extent = {array->width, array->height, array->depth};
  texture.element_bytes = array->element_bytes();
  return {texture, cudaSuccess};
}

MadeTexture from_memory(const Emulation& run, const cudaResourceDesc& resource) {
  const bool is_linear = resource.resType == cudaResourceTypeLinear;
  const auto& linear = resource.res.linear;
  const auto& rows = resource.res.pitch2D;
  const std::optional<std::size_t> element_bytes = bytes_of(is_linear ? linear.desc : rows.desc);
  if (!element_bytes) return {{}, cudaErrorInvalidChannelDescriptor};
  Texture texture;
  texture.is_linear = is_linear;
  texture.element_bytes = *element_bytes;
  texture.memory = static_cast<char*>(is_linear ? linear.devPtr : rows.devPtr);
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(texture.memory) % texture_align == 0;
  std::size_t bytes = 0;
  if (is_linear) {
    texture.extent = {linear.sizeInBytes / *element_bytes, 0, 0};
    bytes = linear.sizeInBytes;
  } else {
    const bool is_pitch = rows.pitchInBytes % texture_pitch == 0 && rows.width * *element_bytes <= rows.pitchInBytes;
    if (!is_pitch || rows.height == 0) return {{}, cudaErrorInvalidValue};
    texture.extent = {rows.width, rows.height, 0};
    texture.pitch = rows.pitchInBytes;
    bytes = (rows.height - 1) * rows.pitchInBytes + rows.width * *element_bytes;
  }
  const bool is_right = is_aligned && texture.extent[0] != 0 && texture.extent[0] <= most_linear &&
                        run.memory().find_global(texture.memory, bytes) != nullptr;
  return {texture, is_right ? cudaSuccess : cudaErrorInvalidValue};
}

// The texture of a fetch. None, and a finding, when it may not be fetched from so.
const Texture* texture_for_fetch(cudaTextureObject_t handle, std::size_t bytes, int dimensions, bool is_linear,
                                 std::uintptr_t pc) {
  Emulation* const run = current();
  const Texture* const texture = run->objects().textures.find(reinterpret_cast<const Texture*>(handle));
  Detail problem = Detail::none;
  if (texture == nullptr) {
    problem = Detail::no_texture;
  } else if (texture->element_bytes != bytes) {
    problem = Detail::texture_type;
  } else if (texture->is_linear != is_linear) {
    problem = is_linear ? Detail::fetch_from_array : Detail::fetch_from_linear;
  } else if (texture->dimensions() != dimensions) {
    problem = Detail::texture_dimensions;
  } else {
    run->note_fetch(handle);
    return texture;
  }
  run->refuse({problem, {}}, pc);
  return nullptr;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc3D(cudaPitchedPtr* memory, cudaExtent extent) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (memory == nullptr) return ended(cudaErrorInvalidValue);
  *memory = {nullptr, pitch_for(extent.width), extent.width, extent.height};
  return run->allocate(&memory->ptr, memory->pitch * extent.height * extent.depth, Owner::student,
                       "cudaMalloc3D(" + dimensions_text(extent) + ")", SIMT_PC);
}

cudaError_t cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (pitch == nullptr) return ended(cudaErrorInvalidValue);
  *pitch = pitch_for(width);
  return run->allocate(pointer, *pitch * height, Owner::student,
                       "cudaMallocPitch(" + dimensions_text({width, height, 0}) + ")", SIMT_PC);
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format, size_t width, size_t height,
                            unsigned flags) {
  return make_array(array, format, {width, height, 0}, flags, SIMT_PC);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                              unsigned flags) {
  return make_array(array, format, extent, flags, SIMT_PC);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (array == nullptr) return ended(cudaSuccess);
  if (run->objects().arrays.find(array) == nullptr) return ended(cudaErrorInvalidResourceHandle);
  const cudaError_t error = run->free(array->memory, SIMT_PC);
  run->objects().arrays.destroy(array);
  return ended(error);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (run->objects().arrays.find(array) == nullptr) return ended(cudaErrorInvalidResourceHandle);
  if (format != nullptr) *format = array->format;
  if (extent != nullptr) *extent = {array->width, array->height, array->depth};
  if (flags != nullptr) *flags = cudaArrayDefault;
  return ended(cudaSuccess);
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  const Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (format == nullptr) return ended(cudaErrorInvalidValue);
  if (run->objects().arrays.find(array) == nullptr) return ended(cudaErrorInvalidResourceHandle);
  *format = array->format;
  return ended(cudaSuccess);
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* description, const void* view) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (texture == nullptr || resource == nullptr || description == nullptr) return ended(cudaErrorInvalidValue);
  note_read(resource, SIMT_PC);
  note_read(description, SIMT_PC);
  *texture = 0;
  if (const std::optional<Value> wrong = impossible_value(*resource, *description)) {
    return refuse_value(wrong->field, wrong->value);
  }
  if (view != nullptr) return refuse_view(view, SIMT_PC);
  if (const Detail refused = refused_texture(*resource, *description); refused != Detail::none) {
    return run->refuse({refused, {}}, SIMT_PC);
  }
  MadeTexture made =
      resource->resType == cudaResourceTypeArray ? from_array(*run, *resource) : from_memory(*run, *resource);
  if (made.error != cudaSuccess) return ended(made.error);
  std::copy_n(description->addressMode, 3, made.texture.address_mode.begin());
  made.texture.has_normalized_coordinates = description->normalizedCoords != 0;
  *texture = reinterpret_cast<cudaTextureObject_t>(run->objects().textures.make(made.texture));
  return ended(cudaSuccess);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  run->note_destroyed(texture, SIMT_PC);
  const bool is_known = texture == 0 || run->objects().textures.destroy(reinterpret_cast<const Texture*>(texture));
  return ended(is_known ? cudaSuccess : cudaErrorInvalidValue);
}

const void* simt_texel(cudaTextureObject_t texture, int dimensions, size_t bytes, float x, float y, float z) {
  if (in_kernel == nullptr) return nullptr;
  const Texture* const found = texture_for_fetch(texture, bytes, dimensions, false, SIMT_PC);
  const void* const texel = found == nullptr ? nullptr : found->texel({x, y, z});
  current()->note_texel(texel);
  return texel;
}

const void* simt_linear_texel(cudaTextureObject_t texture, size_t bytes, int index) {
  if (in_kernel == nullptr) return nullptr;
  const Texture* const found = texture_for_fetch(texture, bytes, 1, true, SIMT_PC);
  const void* const texel = found == nullptr ? nullptr : found->linear_texel(index);
  current()->note_texel(texel);
  return texel;
}

}  // extern "C"

}  // namespace simt::core
