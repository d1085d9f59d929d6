// What a link needs beside the views: fetched when the address names data, claims results, or has unknown keys.
export { LinkParts } from './link_parts.tsx';
