// The engine in a browser, for the page and for whoever takes the library into a page of their own.
export { createWorkerEngine as createEngine } from '../engine/page_engine.ts';
