// What the page knows of its copy in the browser: a newer version that waits, data that are a copy of the last visit.
import { signal } from '@preact/signals';
import { isEmbedded } from './embedded.ts';

/** "ready": a newer version is complete and waits to be asked for. "elsewhere": another tab has asked for it. */
export const newVersion = signal<'none' | 'ready' | 'elsewhere'>('none');

/** Data that came from the browser, since their host could not be reached; with the day on which they came from there. */
export const copies = signal<readonly { address: string; kept: string | null }[]>([]);

/** The reader has just thrown away everything that the page kept. */
export const wasReset = signal(false);

const RESET_MARK = 'harmonograph.reset';

/** There is no service worker without a host, inside pages of others, or where the browser has none. */
function container(): ServiceWorkerContainer | null {
  const isHosted = typeof location !== 'undefined' && /^https?:$/.test(location.protocol);
  if (!isHosted || !window.isSecureContext || isEmbedded.value || window.parent !== window) return null;
  return navigator.serviceWorker ?? null;
}

// From the very start: data may come from the copy before anything else is there.
container()?.addEventListener('message', (event) => {
  const said = event.data as { type?: string; address?: string; kept?: string | null } | null;
  if (said?.type !== 'harmonograph:copy' || typeof said.address !== 'string') return;
  const { address, kept = null } = said;
  if (copies.value.some((one) => one.address === address)) return;
  copies.value = [...copies.value, { address, kept }];
});

/** Once everything else is done: the first visit is as quick as without. */
export function keepForOffline(): void {
  const workers = container();
  if (!workers || !import.meta.env.PROD) return;
  const begin = () => {
    import('../offline/register.ts').then(
      ({ register }) => register(workers),
      () => {}, // without it the page works as before
    );
  };
  const whenIdle = () =>
    typeof requestIdleCallback === 'function' ? requestIdleCallback(begin, { timeout: 10_000 }) : begin();
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}

/** Set by offline/register.ts. */
export const activation: { activate: () => void } = { activate: () => location.reload() };

/** "#reset": everything that the page keeps in the browser is thrown away. True = the page is about to be loaded again. */
export function resetIfAsked(): boolean {
  if (location.hash === '#reset') {
    void reset();
    return true;
  }
  return false;
}

export function sayIfReset(): void {
  try {
    wasReset.value = sessionStorage.getItem(RESET_MARK) !== null;
    sessionStorage.removeItem(RESET_MARK);
  } catch {
    // storage may be switched off: then nothing was kept either
  }
}

function clear(storage: Storage): void {
  for (const key of Object.keys(storage)) if (/^harmonograph\b/.test(key)) storage.removeItem(key);
}

/** Here and not in a part of its own: it is the way out when parts of the page are broken. */
async function reset(): Promise<void> {
  const scope = new URL('./', location.href);
  const tries = [
    async () => {
      for (const one of (await navigator.serviceWorker?.getRegistrations()) ?? [])
        if (one.scope === scope.href) await one.unregister();
    },
    async () => {
      const prefix = `harmonograph ${scope.pathname} `;
      for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
    },
    async () => clear(localStorage),
    async () => clear(sessionStorage),
    async () => sessionStorage.setItem(RESET_MARK, '1'),
  ];
  for (const one of tries) await one().catch(() => {}); // what a browser has not cannot be thrown away
  history.replaceState(null, '', location.pathname + location.search);
  location.reload();
}
