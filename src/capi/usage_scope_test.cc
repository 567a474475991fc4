#include "gpu/usage_scope.h"

#include <gtest/gtest.h>

#include "capi/test_device.h"
#include "gpu/texture.h"

namespace vitrine::gpu {
namespace {

namespace usage = hal::internal_usage;

class UsageScopeTest : public ::testing::Test {
 protected:
  Ref<Texture> texture(uint32_t mips, uint32_t layers, TextureFormat format = TextureFormat::RGBA8Unorm) {
    TextureDescriptor d;
    d.size = {16, 16, layers};
    d.mip_level_count = mips;
    d.format = format;
    d.usage = TextureUsage::TextureBinding | TextureUsage::RenderAttachment;
    return test_.device().create_texture(d);
  }
  static Ref<TextureView> view(Texture& t, uint32_t mip, uint32_t mips, uint32_t layer, uint32_t layers,
                               TextureAspect aspect = TextureAspect::All) {
    TextureViewDescriptor d;
    d.dimension = TextureViewDimension::e2DArray;
    d.aspect = aspect;
    d.base_mip_level = mip;
    d.mip_level_count = mips;
    d.base_array_layer = layer;
    d.array_layer_count = layers;
    return t.create_view(d);
  }
  size_t conflicts(const TextureView& a, hal::InternalUsages as_a, const TextureView& b, hal::InternalUsages as_b,
                   TextureAspect aspect_b = TextureAspect::Undefined) {
    UsageScope scope;
    diag::Requirements unmet;
    scope.add(a, as_a, 0, {"first"}, unmet);
    scope.add(b, as_b, 0, {"second"}, unmet, aspect_b);
    return unmet.count();
  }
  TestDevice test_;
};

TEST_F(UsageScopeTest, ReadingUsagesGoTogetherAndWritingOnesDoNot) {
  BufferDescriptor d;
  d.size = 16;
  d.usage = BufferUsage::Storage | BufferUsage::Uniform | BufferUsage::Vertex;
  Ref<Buffer> buffer = test_.device().create_buffer(d);
  auto pair = [&](hal::InternalUsages a, hal::InternalUsages b) {
    UsageScope scope;
    diag::Requirements unmet;
    scope.add(*buffer, a, 0, {"first"}, unmet);
    scope.add(*buffer, b, 0, {"second"}, unmet);
    return unmet.count();
  };
  EXPECT_EQ(pair(usage::kConstant, usage::kStorageRead), 0u);
  EXPECT_EQ(pair(usage::kInput, usage::kConstant), 0u);
  EXPECT_EQ(pair(usage::kStorage, usage::kStorage), 0u);
  EXPECT_EQ(pair(usage::kStorage, usage::kStorageRead), 1u);
  EXPECT_EQ(pair(usage::kConstant, usage::kStorage), 1u);
}

TEST_F(UsageScopeTest, AConflictIsReportedOnceForAResource) {
  BufferDescriptor d;
  d.size = 16;
  d.usage = BufferUsage::Storage;
  Ref<Buffer> buffer = test_.device().create_buffer(d);
  UsageScope scope;
  diag::Requirements unmet;
  scope.add(*buffer, usage::kConstant, 0, {"group 0, binding 0"}, unmet);
  scope.add(*buffer, usage::kStorage, 0, {"group 0, binding 1"}, unmet);
  scope.add(*buffer, usage::kStorage, 0, {"group 0, binding 2"}, unmet);
  EXPECT_EQ(unmet.count(), 1u);
}

TEST_F(UsageScopeTest, SubresourcesOfATextureAreTakenApart) {
  Ref<Texture> t = texture(3, 4);
  Ref<TextureView> a = view(*t, 0, 1, 0, 2), other_layers = view(*t, 0, 1, 2, 2), other_mip = view(*t, 1, 2, 0, 4),
                   overlapping = view(*t, 0, 2, 1, 1);
  EXPECT_EQ(conflicts(*a, usage::kAttachment, *other_layers, usage::kConstant), 0u);
  EXPECT_EQ(conflicts(*a, usage::kAttachment, *other_mip, usage::kConstant), 0u);
  EXPECT_EQ(conflicts(*a, usage::kAttachment, *overlapping, usage::kConstant), 1u);
  EXPECT_EQ(conflicts(*a, usage::kAttachmentRead, *overlapping, usage::kConstant), 0u);
}

TEST_F(UsageScopeTest, DepthAndStencilAreTakenApart) {
  Ref<Texture> t = texture(1, 1, TextureFormat::Depth24PlusStencil8);
  Ref<TextureView> all = view(*t, 0, 1, 0, 1), stencil = view(*t, 0, 1, 0, 1, TextureAspect::StencilOnly);
  EXPECT_EQ(conflicts(*stencil, usage::kConstant, *all, usage::kAttachment, TextureAspect::DepthOnly), 0u);
  EXPECT_EQ(conflicts(*stencil, usage::kConstant, *all, usage::kAttachment, TextureAspect::StencilOnly), 1u);
}

TEST_F(UsageScopeTest, WriteOnlyStorageGoesWithItselfOnly) {
  Ref<Texture> t = texture(1, 1);
  Ref<TextureView> v = view(*t, 0, 1, 0, 1);
  EXPECT_EQ(conflicts(*v, kWriteOnlyStorage, *v, kWriteOnlyStorage), 0u);
  EXPECT_EQ(conflicts(*v, kWriteOnlyStorage, *v, usage::kStorage), 1u);
  EXPECT_EQ(conflicts(*v, kWriteOnlyStorage, *v, usage::kStorageRead), 1u);
}

}  // namespace
}  // namespace vitrine::gpu
