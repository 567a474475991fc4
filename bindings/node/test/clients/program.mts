import { create, createCanvas, diagnostics, globals, printfMessages, type Diagnostic, type PrintfMessage } from 'vitrine-webgpu';
import vitrine from 'vitrine-webgpu';

Object.assign(globalThis, globals);
const gpu: GPU = create({ backend: 'vulkan', validation: true, console: true });
const other: GPU = vitrine.create(['backend=null']);
const adapter: GPUAdapter | null = await gpu.requestAdapter();
const device: GPUDevice = await adapter!.requestDevice({ label: 'main' });
for await (const d of diagnostics(device)) {
  const text: string = d.message;
  console.log(text, d.severity === 'error', other);
  break;
}
const listener = printfMessages(device, (m: PrintfMessage) => console.log(m.text, m.line, m.invocation[0], m.arguments[0]?.values[0]));
listener.close();
diagnostics(adapter!, (d: Diagnostic) => console.log(d.rule)).close();
const canvas = createCanvas(64, 64);
canvas.width = 32;
canvas.getContext('webgpu').configure({ device, format: gpu.getPreferredCanvasFormat() });
const pixels: Uint8ClampedArray = (await canvas.readPixels()).data;
canvas.addEventListener('resize', () => console.log(pixels.length, canvas.getBoundingClientRect().width));
canvas.present();
device.queue.copyExternalImageToTexture({ source: { width: 1, height: 1, data: new Uint8ClampedArray(4) } as ImageData }, { texture: canvas.getContext('webgpu').getCurrentTexture() }, [1, 1]);
// @ts-expect-error: there is no such backend
create({ backend: 'metal' });
