// Which other hosts the reader has agreed to ask: remembered until the tab is closed, and nowhere else.
import { otherHosts } from '../reproduce/remote.ts';
import type { Source } from '../reproduce/source.ts';

const REMEMBERED = 'harmonograph:hosts';

function agreedHosts(): string[] {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(REMEMBERED) ?? '[]');
    return Array.isArray(read) ? read.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return []; // without a session to remember in, the reader is asked again
  }
}

/** The hosts of a link that the reader has not agreed to in this session, with the number of files of each. */
export function hostsToAsk(sources: readonly Source[]): { host: string; files: number }[] {
  const agreed = agreedHosts();
  return otherHosts(sources).filter(({ host }) => !agreed.includes(host));
}

/** Remembered until the tab is closed. */
export function agreeToHosts(hosts: readonly string[]): void {
  try {
    sessionStorage.setItem(REMEMBERED, JSON.stringify([...new Set([...agreedHosts(), ...hosts])]));
  } catch {
    // then it holds for this time only
  }
}
