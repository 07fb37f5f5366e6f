import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { addPlugins, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import type { WorkerMessage } from '#platform/web/device/worker-protocol.ts';

/**
 * Service worker that stores the dashboard for offline use: its page and the loaded assets. No user data and
 * no API response passes through it.
 */
declare const self: ServiceWorkerGlobalScope;

/** Build information, inserted by scripts/installable.ts. */
declare const __BUILD__: {
  /** The page's entry script, `/assets/index-....js`, which identifies the build. */
  entry: string;
  /** Files that every page behind the sign-in needs, and the page itself. */
  shell: { url: string; revision: string | null }[];
  /** Every part of the build, `/assets/...`. */
  files: string[];
};

const build = __BUILD__;
const pageUrl = '/index.html';
const partsCache = 'commissary-parts';

/** If the page does not arrive within this time, the stored one is used. */
const pageWithinSeconds = 4;

/** A captive portal or proxy may also respond with 200, so the content type is checked before storing. */
const onlyOurs: WorkboxPlugin = {
  // The page is fetched without cookies, as built: the same for everybody.
  requestWillFetch: async ({ request }) =>
    isPage(request.url) ? new Request(request.url, { cache: 'reload', credentials: 'omit' }) : request,
  cacheWillUpdate: async ({ request, response }) => {
    if (response.status !== 200 || response.redirected) return null;
    const isHtml = (response.headers.get('content-type') ?? '').includes('text/html');
    if (!isPage(request.url)) return isHtml ? null : response;
    return (await response.clone().text()).includes(build.entry) ? response : null;
  },
};

const isPage = (url: string) => new URL(url).pathname === pageUrl;

addPlugins([onlyOurs]);
precache(build.shell);
clientsClaim();

const parts = new CacheFirst({
  cacheName: partsCache,
  plugins: [onlyOurs],
  matchOptions: { ignoreVary: true },
});

// File names contain a content hash, so stored files are current.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request, event }) =>
    (await matchPrecache(request.url)) ?? (await parts.handle({ request, event })),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && build.shell.some(({ url: own }) => own === url.pathname),
  async ({ request }) => (await matchPrecache(request.url)) ?? fetch(request),
);

const network = new NetworkOnly({ networkTimeoutSeconds: pageWithinSeconds });

// The server's page takes precedence, because it has its version and is rendered for this device; otherwise
// the stored one is used.
registerRoute(
  new NavigationRoute(
    async ({ request, event }) => {
      const response = await network.handle({ request, event }).catch(() => null);
      if (response !== null && response.status < 500) return response;
      return (await matchPrecache(pageUrl)) ?? response ?? Response.error();
    },
    { denylist: [/^\/api\//] },
  ),
);

self.addEventListener('install', (event) => {
  // If the browser supports static routing, API calls do not wait for this worker to start.
  if ('addRoutes' in event && typeof event.addRoutes === 'function')
    event.waitUntil(
      Promise.resolve(
        event.addRoutes({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }),
      ),
    );
  event.waitUntil(bringParts().catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), dropOldParts()]));
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'build') event.ports[0]?.postMessage(build.entry);
  if (message.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message.type === 'keep') event.waitUntil(keep(message.files, event).then(dropOldParts));
});

/** One after the other, in the background; what does not come is fetched when it is needed. */
async function keep(files: readonly string[], event: ExtendableEvent): Promise<void> {
  const shell = new Set(build.shell.map(({ url }) => url));
  for (const file of files)
    if (file.startsWith('/assets/') && !shell.has(file))
      await parts.handle({ request: new Request(file), event }).catch(() => undefined);
}

/** Caches the new version's files that this device has of the previous one, before they are requested. */
async function bringParts(): Promise<void> {
  const cache = await caches.open(partsCache);
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const names = new Set([...cachedPaths].map(nameOf));
  const shell = new Set(build.shell.map(({ url }) => url));
  for (const file of build.files) {
    if (cachedPaths.has(file) || shell.has(file) || !names.has(nameOf(file))) continue;
    const response = await fetch(file);
    const cacheable = await onlyOurs.cacheWillUpdate?.({
      request: new Request(file),
      response,
      event: new ExtendableEvent('install'),
    });
    if (cacheable) await cache.put(file, cacheable);
  }
}

/** Forgets the parts of other versions, as soon as no second window may still be of one. */
async function dropOldParts(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 1) return;
  const cache = await caches.open(partsCache);
  const current = new Set(build.files);
  for (const request of await cache.keys())
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
}

/** `/assets/wastage-page-aB3_x9z.js` is `/assets/wastage-page.js`, whichever version it is of. */
function nameOf(file: string): string {
  return file.replace(/-[\w-]{7,8}(?=\.\w+$)/, '');
}
