#include "webidl/invoke.h"

#include <algorithm>

namespace vitrine::webidl {
namespace {

using diag::Name;

std::string_view view(WGPUStringView s) {
  if (!s.data) return {};
  return s.length == WGPU_STRLEN ? std::string_view(s.data) : std::string_view(s.data, s.length);
}

struct Pending {
  Done done;
  void* user;
};

void finish(void* pending, const Outcome& outcome) {
  auto* p = static_cast<Pending*>(pending);
  p->done(outcome, p->user);
  delete p;
}

Outcome::Status pipeline_status(WGPUCreatePipelineAsyncStatus status) {
  switch (status) {
    case WGPUCreatePipelineAsyncStatus_Success: return Outcome::Status::Success;
    case WGPUCreatePipelineAsyncStatus_ValidationError: return Outcome::Status::PipelineValidation;
    case WGPUCreatePipelineAsyncStatus_InternalError: return Outcome::Status::PipelineInternal;
    default: return Outcome::Status::Cancelled;
  }
}

size_t required_count(const Method& m) {
  size_t n = m.arguments.size();
  while (n > 0 && m.arguments[n - 1].optional) --n;
  return n;
}

RULE(data_offset_outside, OperationError, "GPUQueue.writeBuffer", "7eb6a4a7 fb3226cc",
     "{0} begins at dataOffset {1}, and the data has {2} elements", Name, uint64_t, uint64_t);
RULE(data_range_outside, OperationError, "GPUQueue.writeBuffer", "ba059336 a7f7566d",
     "{0} takes {1} elements from dataOffset {2} on, and the data has {3}", Name, uint64_t, uint64_t, uint64_t);
RULE(data_size_unaligned, OperationError, "GPUQueue.writeBuffer", "f1a6571f bf572f35",
     "{0} takes {1} bytes of the data, and needs a multiple of 4", Name, uint64_t);
RULE(dynamic_offsets_outside, RangeError, "GPUBindingCommandsMixin.setBindGroup2", "4f3e8b96",
     "{0} dynamic offsets from element {1} on are asked for, and the data has {2}", uint64_t, uint64_t, uint64_t);

// The part of `data` that dataOffset and size, counted in elements, name.
// https://gpuweb.github.io/gpuweb/#dom-gpuqueue-writebuffer
bool slice(Reader& reader, const char* method, const Slot& data, uint64_t offset, uint64_t size, const uint8_t** begin, size_t* bytes) {
  uint64_t elements = data.count / data.element;
  if (offset > elements) {
    reader.throw_error(data_offset_outside(Name{method}, offset, elements));
    return false;
  }
  uint64_t count = size == WGPU_WHOLE_SIZE ? elements - offset : size;
  if (count > elements - offset) {
    reader.throw_error(data_range_outside(Name{method}, count, offset, elements));
    return false;
  }
  if ((count * data.element) % 4 != 0) {
    reader.throw_error(data_size_unaligned(Name{method}, count * data.element));
    return false;
  }
  *begin = static_cast<const uint8_t*>(data.pointer) + offset * data.element;
  *bytes = static_cast<size_t>(count * data.element);
  return true;
}

}  // namespace

const Method* select_overload(Reader& reader, const Interface& interface, std::string_view name, size_t argument_count) {
  const Method* first = nullptr;
  size_t least = SIZE_MAX;
  for (const Method& m : interface.methods) {
    if (name != m.name) continue;
    if (!first) first = &m;
    least = std::min(least, required_count(m));
    bool last = &m == &interface.methods.back() || name != (&m + 1)->name;
    bool fits = argument_count >= required_count(m) && (last || argument_count <= m.arguments.size());
    if (fits) return &m;
  }
  if (!first) {
    reader.throw_type_error(std::string(interface.name) + " has no method " + std::string(name));
  } else {
    reader.throw_type_error(std::string(name) + ": found " + std::to_string(argument_count) + " arguments, and " +
                            std::to_string(least) + " are required");
  }
  return nullptr;
}

bool convert_arguments(Reader& reader, Memory& memory, const Method& method, std::span<const Handle> arguments,
                       Slot (&slots)[kMaxArguments]) {
  Converter converter(reader, memory);
  for (size_t i = 0; i < method.arguments.size() && i < kMaxArguments; ++i) {
    const Argument& a = method.arguments[i];
    Place place{nullptr, a.name};
    bool given = i < arguments.size() && (!a.optional || reader.type(arguments[i]) != ValueType::Undefined);
    if (given) {
      if (!converter.argument(arguments[i], a.type, place, &slots[i])) return false;
      continue;
    }
    slots[i].number = a.absent;
    slots[i].present = false;
    // An absent dictionary has its defaults.
    if (a.type.kind == Kind::Dictionary) slots[i].pointer = dictionaries()[a.type.ref].init;
  }
  return true;
}

bool call(Reader& reader, const Method& method, void* self, const Slot (&s)[kMaxArguments], Result* result) {
  const uint8_t* data = nullptr;
  size_t size = 0;
  switch (method.special) {
    case Special::None: result->object = method.invoke(self, s); return true;
    case Special::GetMappedRange: {
      auto buffer = static_cast<WGPUBuffer>(self);
      uint64_t whole = wgpuBufferGetSize(buffer);
      bool given = s[1].present;
      size_t offset = static_cast<size_t>(s[0].number);
      size = given ? static_cast<size_t>(s[1].number) : whole > offset ? static_cast<size_t>(whole - offset) : 0;
      // The const form serves both directions; a buffer mapped for writing has writable memory there.
      result->range = const_cast<void*>(wgpuBufferGetConstMappedRange(buffer, offset, given ? size : WGPU_WHOLE_MAP_SIZE));
      result->range_size = size;
      return true;
    }
    case Special::WriteBuffer: {
      if (!slice(reader, method.name, s[2], s[3].number, s[4].number, &data, &size)) return false;
      wgpuQueueWriteBuffer(static_cast<WGPUQueue>(self), static_cast<WGPUBuffer>(const_cast<void*>(s[0].pointer)), s[1].number, data, size);
      return true;
    }
    case Special::WriteTexture:
      wgpuQueueWriteTexture(static_cast<WGPUQueue>(self), static_cast<const WGPUTexelCopyTextureInfo*>(s[0].pointer), s[1].pointer,
                            s[1].count, static_cast<const WGPUTexelCopyBufferLayout*>(s[2].pointer),
                            static_cast<const WGPUExtent3D*>(s[3].pointer));
      return true;
    case Special::SetImmediates: {
      if (!slice(reader, method.name, s[1], s[2].number, s[3].number, &data, &size)) return false;
      Slot slots[3];
      slots[0] = s[0];
      slots[1].pointer = data;
      slots[2].number = size;
      method.invoke(self, slots);
      return true;
    }
    case Special::SetBindGroupFromData: {
      // https://gpuweb.github.io/gpuweb/#dom-gpubindingcommandsmixin-setbindgroup-index-bindgroup-dynamicoffsetsdata-dynamicoffsetsdatastart-dynamicoffsetsdatalength
      uint64_t elements = s[2].count / sizeof(uint32_t), first = s[3].number, count = s[4].number;
      if (first > elements || count > elements - first) {
        reader.throw_error(dynamic_offsets_outside(count, first, elements));
        return false;
      }
      Slot slots[3] = {s[0], s[1], {}};
      slots[2].pointer = static_cast<const uint32_t*>(s[2].pointer) + first;
      slots[2].count = static_cast<size_t>(count);
      method.invoke(self, slots);
      return true;
    }
    case Special::CopyBufferToBuffer:
      wgpuCommandEncoderCopyBufferToBuffer(static_cast<WGPUCommandEncoder>(self), static_cast<WGPUBuffer>(const_cast<void*>(s[0].pointer)), 0,
                                           static_cast<WGPUBuffer>(const_cast<void*>(s[1].pointer)), 0, s[2].number);
      return true;
    case Special::GetPreferredCanvasFormat: result->word = "bgra8unorm"; return true;
    default: break;
  }
  reader.throw_type_error(std::string(method.name) + " needs what only a browser has");
  return false;
}

WGPUFuture start(Special special, void* self, const Slot (&s)[kMaxArguments], WGPUCallbackMode mode, Done done, void* user,
                 const DeviceExtras* device_extras) {
  auto* pending = new Pending{done, user};
  using Status = Outcome::Status;
  switch (special) {
    case Special::RequestAdapter: {
      WGPURequestAdapterCallbackInfo info = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPURequestAdapterStatus status, WGPUAdapter adapter, WGPUStringView message, void* p, void*) {
        Outcome o;
        o.status = status == WGPURequestAdapterStatus_Success       ? Status::Success
                   : status == WGPURequestAdapterStatus_Unavailable ? Status::Unavailable
                   : status == WGPURequestAdapterStatus_Error       ? Status::Error
                                                                    : Status::Cancelled;
        o.message = view(message);
        o.object = adapter;
        finish(p, o);
      };
      return wgpuInstanceRequestAdapter(static_cast<WGPUInstance>(self), static_cast<const WGPURequestAdapterOptions*>(s[0].pointer), info);
    }
    case Special::RequestDevice: {
      WGPURequestDeviceCallbackInfo info = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* p, void*) {
        Outcome o;
        o.status = status == WGPURequestDeviceStatus_Success ? Status::Success
                   : status == WGPURequestDeviceStatus_Error ? Status::Error
                                                             : Status::Cancelled;
        o.message = view(message);
        o.object = device;
        finish(p, o);
      };
      WGPUDeviceDescriptor descriptor = *static_cast<const WGPUDeviceDescriptor*>(s[0].pointer);
      if (device_extras) {
        descriptor.deviceLostCallbackInfo = device_extras->lost;
        descriptor.uncapturedErrorCallbackInfo = device_extras->uncaptured;
      }
      return wgpuAdapterRequestDevice(static_cast<WGPUAdapter>(self), &descriptor, info);
    }
    case Special::CreateComputePipelineAsync: {
      WGPUCreateComputePipelineAsyncCallbackInfo info = WGPU_CREATE_COMPUTE_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPUComputePipeline pipeline, WGPUStringView message, void* p, void*) {
        Outcome o;
        o.status = pipeline_status(status);
        o.message = view(message);
        o.object = pipeline;
        finish(p, o);
      };
      return wgpuDeviceCreateComputePipelineAsync(static_cast<WGPUDevice>(self),
                                                  static_cast<const WGPUComputePipelineDescriptor*>(s[0].pointer), info);
    }
    case Special::CreateRenderPipelineAsync: {
      WGPUCreateRenderPipelineAsyncCallbackInfo info = WGPU_CREATE_RENDER_PIPELINE_ASYNC_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPUCreatePipelineAsyncStatus status, WGPURenderPipeline pipeline, WGPUStringView message, void* p, void*) {
        Outcome o;
        o.status = pipeline_status(status);
        o.message = view(message);
        o.object = pipeline;
        finish(p, o);
      };
      return wgpuDeviceCreateRenderPipelineAsync(static_cast<WGPUDevice>(self),
                                                 static_cast<const WGPURenderPipelineDescriptor*>(s[0].pointer), info);
    }
    case Special::PopErrorScope: {
      WGPUPopErrorScopeCallbackInfo info = WGPU_POP_ERROR_SCOPE_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPUPopErrorScopeStatus status, WGPUErrorType type, WGPUStringView message, void* p, void*) {
        Outcome o;
        o.status = status == WGPUPopErrorScopeStatus_Success ? Status::Success
                   : status == WGPUPopErrorScopeStatus_Error ? Status::Error
                                                             : Status::Cancelled;
        o.message = view(message);
        o.error_type = type;
        finish(p, o);
      };
      return wgpuDevicePopErrorScope(static_cast<WGPUDevice>(self), info);
    }
    case Special::MapAsync: {
      WGPUBufferMapCallbackInfo info = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPUMapAsyncStatus status, WGPUStringView message, void* p, void*) {
        Outcome o;
        o.status = status == WGPUMapAsyncStatus_Success   ? Status::Success
                   : status == WGPUMapAsyncStatus_Aborted ? Status::Aborted
                   : status == WGPUMapAsyncStatus_Error   ? Status::Error
                                                          : Status::Cancelled;
        o.message = view(message);
        finish(p, o);
      };
      return wgpuBufferMapAsync(static_cast<WGPUBuffer>(self), s[0].number, static_cast<size_t>(s[1].number), static_cast<size_t>(s[2].number), info);
    }
    case Special::GetCompilationInfo: {
      WGPUCompilationInfoCallbackInfo info = WGPU_COMPILATION_INFO_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPUCompilationInfoRequestStatus status, const WGPUCompilationInfo* compilation, void* p, void*) {
        Outcome o;
        o.status = status == WGPUCompilationInfoRequestStatus_Success ? Status::Success : Status::Cancelled;
        o.info = compilation;
        finish(p, o);
      };
      return wgpuShaderModuleGetCompilationInfo(static_cast<WGPUShaderModule>(self), info);
    }
    case Special::OnSubmittedWorkDone: {
      WGPUQueueWorkDoneCallbackInfo info = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
      info.mode = mode;
      info.userdata1 = pending;
      info.callback = [](WGPUQueueWorkDoneStatus status, WGPUStringView message, void* p, void*) {
        Outcome o;
        o.status = status == WGPUQueueWorkDoneStatus_Success ? Status::Success
                   : status == WGPUQueueWorkDoneStatus_Error ? Status::Error
                                                             : Status::Cancelled;
        o.message = view(message);
        finish(p, o);
      };
      return wgpuQueueOnSubmittedWorkDone(static_cast<WGPUQueue>(self), info);
    }
    default: break;
  }
  delete pending;
  return WGPUFuture{0};
}

}  // namespace vitrine::webidl
