// What the README of the npm package `webgpu` shows, with nothing changed but the import.
import assert from 'node:assert/strict';
import { create, globals } from 'vitrine-webgpu';

{
  Object.assign(globalThis, globals);
  const navigator = { gpu: create([]) };
  const device = await (await navigator.gpu.requestAdapter()).requestDevice();
  assert.ok(device instanceof GPUDevice);
  device.destroy();
}
{
  const navigator = {
    gpu: create([
      'enable-dawn-features=allow_unsafe_apis,dump_shaders,disable_symbol_renaming',
    ]),
  };
  assert.ok(await navigator.gpu.requestAdapter());
}
{
  const navigator = { gpu: create(['backend=vulkan']) };
  assert.ok(await navigator.gpu.requestAdapter());
  // A backend that is not there: the error lists those that are.
  assert.throws(() => create(['backend=opengl']), /vulkan/);
}
{
  // An adapter that is not there: the error lists those that are, and one of them can be chosen then.
  let message = '';
  try { create(['adapter=foo']); } catch (e) { message = e.message; }
  const name = /backend: '\w+', name: '([^']+)'/.exec(message)?.[1];
  assert.ok(name, message);
  const navigator = { gpu: create([`adapter=${name}`]) };
  const adapter = await navigator.gpu.requestAdapter();
  assert.ok(adapter, `no adapter "${name}"`);
}
{
  const navigator = { gpu: create([]) };
  const adapter = await navigator.gpu.requestAdapter({
    powerPreference: 'high-performance', // or 'low-power'
  });
  assert.ok(adapter);
}
{
  globalThis.navigator.gpu = create([]);
  await globalThis.navigator.gpu.requestAdapter();
  delete globalThis.navigator.gpu;
  assert.equal(globalThis.navigator.gpu, undefined);
}
console.log('every example of the README ran');
// With a GPU in a global variable, and not deleted from it, the process ends all the same.
globalThis.gpu = create([]);
await globalThis.gpu.requestAdapter();
