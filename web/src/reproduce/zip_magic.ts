// Whether bytes begin like something that a capsule can be in: small, since every dropped file is looked at.

/** A zip archive, full or empty. */
export const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 &&
  head[1] === 0x4b &&
  ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6));

/** So many bytes of a file are enough for both. */
export const HEAD_OF_FILE = 120;

/** A report: report.ts prints this near its start. */
export const REPORT_MARK = 'harmonograph-policy';

export const isReport = (head: Uint8Array): boolean =>
  head[0] === 0x3c && new TextDecoder().decode(head.subarray(0, HEAD_OF_FILE)).includes(REPORT_MARK);
