// The compiled core is copied to web/core/ by the build; its types are written by hand in wasm/core.d.ts.
declare module '*/harmonograph_core.mjs' {
  const createCore: typeof import('../../../wasm/core.d.ts').default;
  export default createCore;
}
