// Registers the service worker and watches for newer versions. Nothing is ever replaced without being asked for.

import { MANIFEST_ADDRESS } from '../reproduce/manifest.ts';
import { currentSources } from '../state/files.ts';
import { manifest } from '../state/manifest.ts';
import { activation, newVersion } from '../state/offline.ts';

/** A tab that stays open for days asks once an hour, when it is looked at. */
const BETWEEN_CHECKS_MS = 3_600_000;

export async function register(workers: ServiceWorkerContainer): Promise<void> {
  const wasControlled = workers.controller !== null;
  let asked = false;
  let isReloading = false;
  workers.addEventListener('controllerchange', () => {
    if (asked && !isReloading) {
      isReloading = true;
      location.reload();
    } else if (wasControlled && !asked) {
      newVersion.value = 'elsewhere';
    }
  });
  const registration = await workers.register('./service_worker.js', {
    scope: './',
    updateViaCache: 'none',
  });
  if (!registration) return; // a browser in which it is blocked

  const offer = () => {
    // Without a controller this page came from the network: it is the newest already.
    if (!registration.waiting || !workers.controller) return;
    activation.activate = () => {
      asked = true;
      registration.waiting?.postMessage({ type: 'harmonograph:activate' });
    };
    newVersion.value = 'ready';
  };
  offer();
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'installed') offer();
    });
  });

  let checked = 0;
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < BETWEEN_CHECKS_MS) return;
    checked = Date.now();
    registration.update().catch(() => {}); // no network, no newer version
  };
  check();
  document.addEventListener('visibilitychange', check);

  const { active } = await workers.ready;
  if (wasControlled) active?.postMessage({ type: 'harmonograph:tidy' });
  else active?.postMessage({ type: 'harmonograph:keep', addresses: dataOfThisPage() });
}

/** What was fetched from beside the page, as whole addresses. */
function dataOfThisPage(): string[] {
  const data = new URL('./data/', location.href).href;
  const addresses = currentSources.value.flatMap((source) =>
    source.kind === 'address' ? [new URL(source.address, location.href).href] : [],
  );
  if (manifest.value) addresses.push(new URL(MANIFEST_ADDRESS, location.href).href);
  return addresses.filter((address) => address.startsWith(data));
}
