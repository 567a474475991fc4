import { create, diagnostics, globals, printfMessages, type Diagnostic, type PrintfMessage } from 'vitrine-webgpu';
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
// @ts-expect-error: there is no such backend
create({ backend: 'metal' });
