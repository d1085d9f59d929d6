// The page may ask other hosts only while it opens a link that names files there, after the reader agreed. Once they are
// here, or when there are none, it forbids itself all hosts but its own: from then on the browser refuses every request.
import { signal } from '@preact/signals';

/** A policy that was made stricter stays so until the page is loaded again. */
export const networkIsClosed = signal(false);

/** What the page's own policy allows to connect to, without other hosts; null = it allows none in the first place. */
function narrowedPolicy(): string | null {
  const metas = document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="Content-Security-Policy"]');
  const allowed = [...metas]
    .map((meta) => /(?:^|;)\s*connect-src\s+([^;]*)/.exec(meta.content)?.[1]?.trim().split(/\s+/))
    .find((tokens) => tokens?.includes('https:'));
  if (!allowed) return null;
  const narrow = allowed.filter((token) => token !== 'https:' && !token.startsWith('http:'));
  return `connect-src ${narrow.join(' ')}`;
}

/** Forbids requests to other hosts until the page is loaded again. */
export function closeNetwork(): void {
  if (networkIsClosed.peek()) return;
  networkIsClosed.value = true;
  const policy = narrowedPolicy();
  if (policy === null) return;
  const meta = document.createElement('meta');
  meta.httpEquiv = 'Content-Security-Policy';
  meta.content = policy;
  document.head.append(meta);
}
