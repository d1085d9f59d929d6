// Comlink's types of its adapter for Node stand beside another name of the same file.
declare module 'comlink/dist/esm/node-adapter.mjs' {
  export { default } from 'comlink/dist/esm/node-adapter';
}
