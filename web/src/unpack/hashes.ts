// What is taken of hash-wasm: fetched when it is needed, and nothing else of it.
export { createCRC32, createSHA256 } from 'hash-wasm';
