import vitrine from './vitrine.js';

export const { create, createCanvas, globals, diagnostics, printfMessages } = vitrine;
export default vitrine;
