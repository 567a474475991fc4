#include <cstring>
#include <type_traits>

#include "gpu/device.h"
#include "gpu/pipeline_layout.h"
#include "gpu/pipeline_set.h"
#include "gpu/shader_module.h"

namespace vitrine::gpu {

namespace {

class Key {
 public:
  template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
  void add(T value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void add(std::string_view text) {
    add(text.size());
    bytes_.append(text);
  }
  template <class T, class F>
  void add(const std::optional<T>& value, F&& each) {
    add(value.has_value());
    if (value) each(*value);
  }
  template <class T, class F>
  void add(const std::vector<T>& list, F&& each) {
    add(list.size());
    for (const T& t : list) each(t);
  }
  void add(const ProgrammableStage& s) {
    add(s.module->compiled_number());
    add(s.entry_point, [&](std::string_view name) { add(name); });
    add(s.constants, [&](const ConstantEntry& c) {
      add(c.key);
      add(c.value);
    });
  }
  void add(const StencilFaceState& s) {
    add(s.compare);
    add(s.fail_op);
    add(s.depth_fail_op);
    add(s.pass_op);
  }
  void add(const BlendComponent& b) {
    add(b.operation);
    add(b.src_factor);
    add(b.dst_factor);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

bool usable(const Device& device, const DeviceObject* object) { return object && device.owns(*object) && object->usable(); }

}  // namespace

std::string pipeline_key(const Device& device, const ComputePipelineDescriptor& d) {
  if (!usable(device, d.layout) || !usable(device, d.compute.module)) return {};
  Key key;
  key.add(d.label);
  key.add(d.layout->ordinal());
  key.add(d.compute);
  return key.take();
}

std::string pipeline_key(const Device& device, const RenderPipelineDescriptor& d) {
  if (!usable(device, d.layout) || !usable(device, d.vertex.module)) return {};
  if (d.fragment && !usable(device, d.fragment->module)) return {};
  Key key;
  key.add(d.label);
  key.add(d.layout->ordinal());
  key.add(static_cast<const ProgrammableStage&>(d.vertex));
  key.add(d.vertex.buffers, [&](const std::optional<VertexBufferLayout>& buffer) {
    key.add(buffer, [&](const VertexBufferLayout& b) {
      key.add(b.array_stride);
      key.add(b.step_mode);
      key.add(b.attributes, [&](const VertexAttribute& a) {
        key.add(a.format);
        key.add(a.offset);
        key.add(a.shader_location);
      });
    });
  });
  key.add(d.primitive.topology);
  key.add(d.primitive.strip_index_format);
  key.add(d.primitive.front_face);
  key.add(d.primitive.cull_mode);
  key.add(d.primitive.unclipped_depth);
  key.add(d.depth_stencil, [&](const DepthStencilState& s) {
    key.add(s.format);
    key.add(s.depth_write_enabled);
    key.add(s.depth_compare);
    key.add(s.stencil_front);
    key.add(s.stencil_back);
    key.add(s.stencil_read_mask);
    key.add(s.stencil_write_mask);
    key.add(s.depth_bias);
    key.add(s.depth_bias_slope_scale);
    key.add(s.depth_bias_clamp);
  });
  key.add(d.multisample.count);
  key.add(d.multisample.mask);
  key.add(d.multisample.alpha_to_coverage_enabled);
  key.add(d.fragment, [&](const FragmentState& f) {
    key.add(static_cast<const ProgrammableStage&>(f));
    key.add(f.targets, [&](const std::optional<ColorTargetState>& target) {
      key.add(target, [&](const ColorTargetState& t) {
        key.add(t.format);
        key.add(t.write_mask);
        key.add(t.blend, [&](const BlendState& b) {
          key.add(b.color);
          key.add(b.alpha);
        });
      });
    });
  });
  return key.take();
}

}  // namespace vitrine::gpu
