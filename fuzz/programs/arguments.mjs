// What the command line says: flags are taken out of `args` as they are asked for.
export const args = process.argv.slice(2);
export const flag = (name) => {
  const i = args.indexOf(name);
  return i < 0 ? null : args.splice(i, 2)[1];
};
export const has = (name) => {
  const i = args.indexOf(name);
  return i >= 0 && !!args.splice(i, 1);
};
