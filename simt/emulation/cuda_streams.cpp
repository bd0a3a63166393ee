// Streams and events: what student code asks is passed to the model of virtual time (core/streams/streams.hpp).
#include <algorithm>
#include <cmath>
#include <limits>

#include "simt/emulation/api.hpp"

namespace simt::core {
namespace {

constexpr int highest_priority = -5;

cudaError_t make_stream(cudaStream_t* stream, unsigned flags, int priority = 0) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  if (stream == nullptr || (flags != cudaStreamDefault && flags != cudaStreamNonBlocking)) {
    return ended(cudaErrorInvalidValue);
  }
  const bool is_blocking = flags == cudaStreamDefault;
  // As on a device: a priority out of range becomes the nearest one.
  *stream = CudaObjects::streams().make({is_blocking, std::clamp(priority, highest_priority, 0)});
  run->objects().number_of(*stream, run->streams());
  return ended(cudaSuccess);
}

// Calls `use(number)` when `stream` is one.
template <class Use>
cudaError_t with_stream(cudaStream_t stream, const Use& use) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const auto number = run->objects().number_of(stream, run->streams());
  return ended(number ? use(*run, *number) : cudaErrorInvalidResourceHandle);
}

// Calls `use(recorded)` when `event` is one: when it was recorded, or null.
template <class Use>
cudaError_t with_event(cudaEvent_t event, const Use& use) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  const bool is_event = CudaObjects::events().find(event) != nullptr;
  return is_event ? use(*run, run->objects().recorded(event)) : ended(cudaErrorInvalidResourceHandle);
}

// cudaErrorNotReady is not remembered as an error.
cudaError_t ready_or_not(bool is_over) { return is_over ? ended(cudaSuccess) : cudaErrorNotReady; }

cudaError_t record_event(cudaEvent_t event, cudaStream_t stream, std::uintptr_t pc) {
  return with_event(event, [&](Emulation&, const Moment*) {
    return with_stream(stream, [&](Emulation& run, StreamNumber number) {
      run.objects().record(event, run.streams().record(number));
      run.note_record(event, pc);
      return cudaSuccess;
    });
  });
}

cudaError_t check_window(Emulation& run, const cudaAccessPolicyWindow& window) {
  const auto most = static_cast<std::size_t>(device_properties().accessPolicyMaxWindowSize);
  const auto is_property = [](cudaAccessProperty property) {
    return property >= cudaAccessPropertyNormal && property <= cudaAccessPropertyPersisting;
  };
  const auto refuse = [&run](Detail why, std::int64_t asked, std::int64_t possible) {
    return run.leave(cudaErrorInvalidValue, {why, {asked, possible}});
  };
  if (window.num_bytes > most) {
    return refuse(Detail::window_too_large, static_cast<std::int64_t>(window.num_bytes),
                  static_cast<std::int64_t>(most));
  }
  if (!(window.hitRatio >= 0 && window.hitRatio <= 1)) {
    constexpr float most_said = 1e15F;
    const float thousandths = std::clamp(1000 * window.hitRatio, -most_said, most_said);
    return refuse(
        Detail::window_ratio,
        std::isnan(thousandths) ? std::numeric_limits<std::int64_t>::min() : static_cast<std::int64_t>(thousandths),
        1000);
  }
  if (!is_property(window.hitProp)) return refuse(Detail::window_property, 0, 0);
  const bool is_right = is_property(window.missProp) && window.missProp != cudaAccessPropertyPersisting;
  return is_right ? cudaSuccess : refuse(Detail::window_property, 1, 0);
}

// What the function touches is part of its stream's work, not of the host's own code.
template <class Call>
cudaError_t call_on_host(cudaStream_t stream, std::string_view label, std::uintptr_t pc, const Call& call) {
  return with_stream(stream, [&](Emulation& run, StreamNumber number) {
    Operation operation;
    operation.kind = OperationKind::host_function;
    operation.stream = number;
    operation.pc = pc;
    operation.label = label;
    run.begin_host_function(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
    call();
    run.end_host_function(operation);
    return cudaSuccess;
  });
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceSynchronize() {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  run->streams().synchronize_all(SIMT_PC);
  return ended(cudaSuccess);
}

// Priorities are reported, and change nothing.
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = highest_priority;
  return ended(cudaSuccess);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return make_stream(stream, cudaStreamDefault); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) { return make_stream(stream, flags); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  return make_stream(stream, flags, priority);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  if (flags == nullptr) return ended(cudaErrorInvalidValue);
  return with_stream(stream, [&](Emulation&, StreamNumber) {
    const CUstream_st* const found = CudaObjects::streams().find(stream);
    *flags = found == nullptr || found->is_blocking ? cudaStreamDefault : cudaStreamNonBlocking;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (priority == nullptr) return ended(cudaErrorInvalidValue);
  return with_stream(stream, [&](Emulation&, StreamNumber) {
    const CUstream_st* const found = CudaObjects::streams().find(stream);
    *priority = found == nullptr ? 0 : found->priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const std::uintptr_t pc = SIMT_PC;
  return with_stream(stream, [&](Emulation& run, StreamNumber number) {
    run.streams().synchronize(number, pc);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  bool is_over = true;
  const cudaError_t error = with_stream(stream, [&](Emulation& run, StreamNumber number) {
    is_over = run.streams().is_over(number);
    return cudaSuccess;
  });
  return error == cudaSuccess ? ready_or_not(is_over) : error;
}

// Operations that were already issued to the stream run to their end.
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  return ended(run->objects().destroy(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  const std::uintptr_t pc = SIMT_PC;
  if (flags != cudaEventWaitDefault && flags != cudaEventWaitExternal) return ended(cudaErrorInvalidValue);
  return with_event(event, [&](Emulation&, const Moment* recorded) {
    return with_stream(stream, [&](Emulation& run, StreamNumber number) {
      // A wait for an event that was never recorded has no effect.
      if (recorded != nullptr) run.streams().wait(number, *recorded, pc);
      return cudaSuccess;
    });
  });
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (function == nullptr) return ended(cudaErrorInvalidValue);
  return call_on_host(stream, "cudaLaunchHostFunc", SIMT_PC, [&] { function(data); });
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
  if (callback == nullptr || flags != 0) return ended(cudaErrorInvalidValue);
  return call_on_host(stream, "cudaStreamAddCallback", SIMT_PC, [&] { callback(stream, cudaSuccess, data); });
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, const cudaStreamAttrValue* value) {
  note_read(value, SIMT_PC);
  return with_stream(stream, [&](Emulation& run, StreamNumber) {
    if (value == nullptr || attribute != cudaStreamAttributeAccessPolicyWindow) return cudaErrorInvalidValue;
    const cudaError_t error = check_window(run, value->accessPolicyWindow);
    if (error == cudaSuccess) run.objects().window_of(stream) = value->accessPolicyWindow;
    if (value->accessPolicyWindow.num_bytes != 0) run.note_window();
    return error;
  });
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream, cudaStreamAttrID attribute, cudaStreamAttrValue* value) {
  return with_stream(stream, [&](Emulation& run, StreamNumber) {
    if (value == nullptr || attribute != cudaStreamAttributeAccessPolicyWindow) return cudaErrorInvalidValue;
    *value = {};
    value->accessPolicyWindow = run.objects().window_of(stream);
    return cudaSuccess;
  });
}

cudaError_t simt_read_attributes(const cudaLaunchAttribute* attributes, unsigned count, LaunchShape* shape) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  for (unsigned i = 0; i < count; ++i) {
    const cudaLaunchAttribute& attribute = attributes[i];
    note_read(&attribute, SIMT_PC);
    switch (attribute.id) {
      case cudaLaunchAttributeIgnore:
        break;
      case cudaLaunchAttributeAccessPolicyWindow:
        if (const cudaError_t error = check_window(*run, attribute.val.accessPolicyWindow); error != cudaSuccess) {
          return ended(error);
        }
        shape->window = &attribute.val.accessPolicyWindow;
        break;
      case cudaLaunchAttributeCooperative:
        shape->is_cooperative = attribute.val.cooperative != 0;
        break;
      default:
        constexpr int last_of_cuda = 31;  // about twice as many as there are
        if (attribute.id < 0 || attribute.id > last_of_cuda) {
          return refuse_value(DescriptionField::launch_attribute, attribute.id);
        }
        return run->refuse({Detail::launch_attribute, {}}, SIMT_PC);
    }
  }
  return ended(cudaSuccess);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  constexpr unsigned known = cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  // Another process could not tell when such an event was.
  const bool has_time = (flags & cudaEventDisableTiming) == 0;
  const bool is_shared = (flags & cudaEventInterprocess) != 0;
  if (event == nullptr || (flags & ~known) != 0 || (is_shared && has_time)) return ended(cudaErrorInvalidValue);
  *event = CudaObjects::events().make({(flags & cudaEventDisableTiming) == 0});
  return ended(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) { return record_event(event, stream, SIMT_PC); }

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
  if (flags != cudaEventRecordDefault && flags != cudaEventRecordExternal) return ended(cudaErrorInvalidValue);
  return record_event(event, stream, SIMT_PC);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const std::uintptr_t pc = SIMT_PC;
  return with_event(event, [&](Emulation& run, const Moment* recorded) {
    if (recorded != nullptr) run.streams().synchronize(*recorded, pc);
    return ended(cudaSuccess);
  });
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return with_event(event, [&](Emulation& run, const Moment* recorded) {
    return ready_or_not(recorded == nullptr || run.streams().is_over(*recorded));
  });
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop) {
  const std::uintptr_t pc = SIMT_PC;
  if (milliseconds == nullptr) return ended(cudaErrorInvalidValue);
  Emulation* const run_here = current();
  for (const std::int64_t which : {0, 1}) {
    const auto* const event = CudaObjects::events().find(which == 0 ? start : stop);
    if (run_here == nullptr || (event != nullptr && event->has_time)) continue;
    const Detail why = event == nullptr ? Detail::event_unknown : Detail::event_no_time;
    return ended(run_here->leave(cudaErrorInvalidResourceHandle, {why, {which}}));
  }
  return with_event(start, [&](Emulation&, const Moment* first) {
    return with_event(stop, [&](Emulation& run, const Moment* last) {
      if (first == nullptr || last == nullptr) {
        return ended(run.leave(cudaErrorInvalidResourceHandle, {Detail::event_no_record, {first == nullptr ? 0 : 1}}));
      }
      const bool is_reached = run.streams().is_over(*first) && run.streams().is_over(*last);
      run.note_event_time(pc, {start, first->time}, {stop, last->time}, is_reached);
      if (!is_reached) {
        run.note_not_ready();
        return ready_or_not(false);
      }
      *milliseconds = static_cast<float>((last->time - first->time) * 1e3);
      run.note_duration(first->time, last->time);
      return ended(cudaSuccess);
    });
  });
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  Emulation* const run = current();
  if (run == nullptr) return cudaErrorInitializationError;
  return ended(run->objects().destroy(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

}  // extern "C"

}  // namespace simt::core
