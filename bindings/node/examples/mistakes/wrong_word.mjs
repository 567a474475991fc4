// A word that the API does not have.
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
try {
  device.createTexture({ size: [4, 4], format: 'rgba8unrom', usage: GPUTextureUsage.COPY_DST });
} catch (e) {
  console.log(`${e.name}: ${e.message}`);
}
device.destroy();
