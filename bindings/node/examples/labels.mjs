// Labels and debug groups are the words of every message.   node --import vitrine-webgpu/register labels.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main', defaultQueue: { label: 'frames' } });
const shadowMap = device.createTexture({ label: 'shadow map', size: [256, 256], format: 'depth32float', usage: GPUTextureUsage.RENDER_ATTACHMENT });
const casters = device.createBuffer({ label: 'shadow casters', size: 36, usage: GPUBufferUsage.VERTEX });
const module = device.createShaderModule({ label: 'shadow.wgsl', code: `
  @vertex fn vs(@location(0) at: vec3f) -> @builtin(position) vec4f { return vec4f(at, 1); }` });
const pipeline = device.createRenderPipeline({ label: 'shadow', layout: 'auto', depthStencil: { format: 'depth32float', depthCompare: 'less', depthWriteEnabled: true },
  vertex: { module, buffers: [{ arrayStride: 12, attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x3' }] }] } });
const encoder = device.createCommandEncoder({ label: 'frame encoder' });
encoder.pushDebugGroup('lights');
const pass = encoder.beginRenderPass({ label: 'shadow pass', colorAttachments: [],
  depthStencilAttachment: { view: shadowMap.createView({ label: 'shadow map, whole' }), depthClearValue: 1, depthLoadOp: 'clear', depthStoreOp: 'store' } });
pass.pushDebugGroup('near');
pass.setPipeline(pipeline);
pass.setVertexBuffer(0, casters);
pass.draw(6);   // the buffer has 3 vertices
pass.popDebugGroup();
pass.end();
encoder.popDebugGroup();
device.pushErrorScope('validation');
encoder.finish({ label: 'frame' });
console.log((await device.popErrorScope()).message);
device.destroy();
