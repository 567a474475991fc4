// popErrorScope without a pushErrorScope.
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
await device.popErrorScope().catch((e) => console.log(`${e.name}: ${e.message}`));
device.destroy();
