// Why a device is gone.   node --import vitrine-webgpu/register device_loss.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
device.lost.then((info) => console.log(`lost: ${info.reason}: ${info.message}`));
const staging = device.createBuffer({ label: 'staging', size: 16, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
const mapped = staging.mapAsync(GPUMapMode.READ);
device.destroy();
await mapped.catch((e) => console.log(`${e.name}: ${e.message}`));
await device.lost;
