// Every error of a shader with its place.   node --import vitrine-webgpu/register compilation_info.mjs
const adapter = await navigator.gpu.requestAdapter();
const device = await adapter.requestDevice({ label: 'main' });
device.pushErrorScope('validation');
const module = device.createShaderModule({ label: 'blur.wgsl', code: `
@group(0) @binding(0) var<uniform> strength: f32;
@fragment fn fs(@location(0) uv: vec2f) -> @location(0) vec4f {
  let s = strenght * 2;
  return vec3f(uv, 1);
}` });
for (const m of (await module.getCompilationInfo()).messages) console.log(`${m.type} ${m.lineNum}:${m.linePos}+${m.length} ${m.message}`);
console.log((await device.popErrorScope()).message);
device.destroy();
