// What is taken of fflate: fetched when it is needed, and nothing else of it.
export { Inflate } from 'fflate';
