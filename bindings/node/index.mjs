import vitrine from './vitrine.js';

export const { create, globals, diagnostics, printfMessages } = vitrine;
export default vitrine;
