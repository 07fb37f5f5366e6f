import { clientsClaim } from 'workbox-core';
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { addPlugins, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import type { WorkerMessage } from '#platform/web/device/worker-protocol.ts';

/**
 * Service worker that stores the dashboard for offline use: the HTML page and the assets. No user data or API
 * responses pass through it.
 */
declare const self: ServiceWorkerGlobalScope;

/** Build information, inserted by scripts/installable.ts. */
declare const __BUILD__: {
  /** The page's entry script, `/assets/index-....js`, which identifies the build. */
  entry: string;
  /** Files that every page behind the sign-in page needs, and the HTML page itself. */
  shell: { url: string; revision: string | null }[];
  /** All files of the build, `/assets/...`. */
  files: string[];
};

const build = __BUILD__;
const pageUrl = '/index.html';
const assetCacheName = 'commissary-parts';

/** Time after which the stored page is used if the server hasn't responded. */
const pageTimeoutSeconds = 4;

/** Stores only responses from this build: a captive portal or proxy may respond with 200 as well. */
const validResponses: WorkboxPlugin = {
  // Fetched without cookies, so that the stored page is the same for every user.
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

addPlugins([validResponses]);
precache(build.shell);
clientsClaim();

const assetStrategy = new CacheFirst({
  cacheName: assetCacheName,
  plugins: [validResponses],
  matchOptions: { ignoreVary: true },
});

// File names contain a content hash, so stored files are current.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request, event }) =>
    (await matchPrecache(request.url)) ?? (await assetStrategy.handle({ request, event })),
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && build.shell.some(({ url: shellUrl }) => shellUrl === url.pathname),
  async ({ request }) => (await matchPrecache(request.url)) ?? fetch(request),
);

const network = new NetworkOnly({ networkTimeoutSeconds: pageTimeoutSeconds });

// The server's page takes precedence, because it has the latest version and is rendered for this device;
// otherwise the stored page is used.
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
  // If the browser supports static routing, API requests don't wait for this worker to start.
  if ('addRoutes' in event && typeof event.addRoutes === 'function')
    event.waitUntil(
      Promise.resolve(
        event.addRoutes({ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }),
      ),
    );
  event.waitUntil(copyPreviousAssets().catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.registration.navigationPreload?.enable(), deleteOldAssets()]));
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'build') event.ports[0]?.postMessage(build.entry);
  if (message.type === 'take-over') event.waitUntil(self.skipWaiting());
  if (message.type === 'store') {
    const files = message.files === 'all' ? build.files.filter(isCode) : message.files;
    event.waitUntil(storeFiles(files, event).then(deleteOldAssets));
  }
});

/** Excludes the camera's barcode reader, which is large and not needed on every device. */
const isCode = (file: string) => !file.endsWith('.wasm');

/** Number of files fetched at the same time in the background, few enough to leave room for the page's requests. */
const parallelFetches = 6;

/** Stores files in the background. A file that fails is fetched when it is needed. */
async function storeFiles(files: readonly string[], event: ExtendableEvent): Promise<void> {
  const cached = await (await caches.open(assetCacheName)).keys();
  const stored = new Set([
    ...build.shell.map(({ url }) => url),
    ...cached.map(({ url }) => new URL(url).pathname),
  ]);
  const missing = files.filter((file) => file.startsWith('/assets/') && !stored.has(file));
  const storeNext = async (): Promise<void> => {
    for (let file = missing.shift(); file !== undefined; file = missing.shift())
      await assetStrategy.handle({ request: new Request(file), event }).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: parallelFetches }, storeNext));
}

/** Caches the new version of each file that this device has stored in the previous version. */
async function copyPreviousAssets(): Promise<void> {
  const cache = await caches.open(assetCacheName);
  const cachedPaths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const cachedNames = new Set([...cachedPaths].map(getUnhashedName));
  const shell = new Set(build.shell.map(({ url }) => url));
  for (const file of build.files) {
    if (cachedPaths.has(file) || shell.has(file) || !cachedNames.has(getUnhashedName(file))) continue;
    const response = await fetch(file);
    const cacheable = await validResponses.cacheWillUpdate?.({
      request: new Request(file),
      response,
      event: new ExtendableEvent('install'),
    });
    if (cacheable) await cache.put(file, cacheable);
  }
}

/** Deletes the files of other versions, unless another window may still use one. */
async function deleteOldAssets(): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (windows.length > 1) return;
  const cache = await caches.open(assetCacheName);
  const current = new Set(build.files);
  for (const request of await cache.keys())
    if (!current.has(new URL(request.url).pathname)) await cache.delete(request);
}

/** Returns a file's name without its hash: `/assets/wastage-page-aB3_x9z.js` is `/assets/wastage-page.js`. */
function getUnhashedName(file: string): string {
  return file.replace(/-[\w-]{7,8}(?=\.\w+$)/, '');
}
