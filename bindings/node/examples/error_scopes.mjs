// One scope around each call isolates the one that failed.   node --import vitrine-webgpu/register error_scopes.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
async function attempt(what, call) {
  device.pushErrorScope('validation');
  call();
  const error = await device.popErrorScope();
  console.log(`${what}: ${error ? error.message : 'fine'}`);
}
await attempt('a buffer', () => device.createBuffer({ label: 'vertices', size: 256, usage: GPUBufferUsage.VERTEX }));
await attempt('a mapped buffer', () => device.createBuffer({ label: 'both', size: 256, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.VERTEX }));
await attempt('a texture', () => device.createTexture({ label: 'sky', size: [100000, 1], format: 'rgba8unorm', usage: GPUTextureUsage.TEXTURE_BINDING }));
device.destroy();
