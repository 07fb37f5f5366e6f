import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { build } from 'vite';
import {
  getManifestPath,
  type ManifestKind,
  manifestShortcuts,
  startPath,
} from '../src/platform/web/device/app-manifest.ts';
import { workerPath } from '../src/platform/web/device/worker-protocol.ts';

/** Window backgrounds of the installed dashboard before the first paint: those of index.html. */
const backgrounds = { light: '#fbfaf8', dark: '#131210' };

const descriptions = {
  en: 'Order, receive and count stock, and record waste, with exact stock for every branch and kitchen.',
  ar: 'الطلب والاستلام والجرد والهدر: مخزون كل فرع ومطبخ بدقة.',
};

/**
 * Makes a build installable and usable offline: adds icons, manifest and service worker. Runs after the
 * build, because the worker lists the build's files.
 *
 * @param root the project's root
 * @param folder the build, relative to the root
 */
export async function makeInstallable(root: string, folder: string): Promise<void> {
  const out = join(root, folder);
  await drawIcons(join(root, 'public/icon.svg'), out);
  const names = await loadPageNames();
  for (const side of ['branch', 'kitchen', 'office'] as const)
    for (const locale of ['en', 'ar'] as const)
      for (const scheme of ['light', 'dark'] as const) {
        const kind = { side, locale, scheme };
        writeFileSync(join(out, getManifestPath(kind)), JSON.stringify(createManifest(kind, names[locale])));
      }
  await buildWorker(root, folder);
}

/** Draws the icons from one SVG: unchanged, and with square corners for systems that mask icons. */
async function drawIcons(svg: string, out: string): Promise<void> {
  const drawing = readFileSync(svg, 'utf8');
  const square = drawing.replace(/ rx="\d+"/, '');
  if (square === drawing) throw new Error('public/icon.svg no longer has a rounded background.');
  const draw = (source: string, size: number, name: string) =>
    sharp(Buffer.from(source), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(out, name));
  await Promise.all([
    draw(drawing, 192, 'icon-192.png'),
    draw(drawing, 512, 'icon-512.png'),
    draw(square, 192, 'icon-maskable-192.png'),
    draw(square, 512, 'icon-maskable-512.png'),
    draw(square, 180, 'apple-touch-icon.png'),
  ]);
}

/** Returns the dashboard's page names in both languages. */
async function loadPageNames() {
  // Node's own localStorage warns when accessed; the catalogue reads the chosen language from it.
  Object.defineProperty(globalThis, 'localStorage', { value: undefined, configurable: true });
  const { pageMessages } = await import('../src/platform/web/layout/page-messages.ts');
  const { arabic } = await import('../src/platform/web/layout/page-messages.ar.ts');
  return { en: pageMessages.en, ar: arabic };
}

function createManifest({ side, locale, scheme }: ManifestKind, names: Readonly<Record<string, string>>) {
  const createIcon = (name: string, size: number, purpose: string) => ({
    src: `/${name}-${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  return {
    // The same installation for every language and user.
    id: '/',
    name: 'Commissary',
    short_name: 'Commissary',
    description: descriptions[locale],
    lang: locale,
    dir: locale === 'ar' ? 'rtl' : 'ltr',
    start_url: startPath,
    scope: '/',
    display: 'standalone',
    background_color: backgrounds[scheme],
    theme_color: backgrounds[scheme],
    categories: ['business', 'productivity'],
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      createIcon('icon', 192, 'any'),
      createIcon('icon', 512, 'any'),
      createIcon('icon-maskable', 192, 'maskable'),
      createIcon('icon-maskable', 512, 'maskable'),
    ],
    shortcuts: manifestShortcuts[side].map(([url, title]) => ({ name: names[title], url })),
  };
}

/**
 * Builds the worker as a single file. It caches the files needed by every page after sign-in, which the built
 * page lists.
 */
async function buildWorker(root: string, folder: string): Promise<void> {
  const out = join(root, folder);
  const page = readFileSync(join(out, 'index.html'), 'utf8');
  const entry = /data-entry="([^"]+)"/.exec(page)?.[1];
  if (entry === undefined) throw new Error('The built page has no data-entry attribute.');
  const filesInPage = new Set(page.match(/\/assets\/[\w.-]+\.(?:js|css)/g));
  const shell = [
    ...['/index.html', '/icon.svg'].map((url) => ({ url, revision: hashFile(join(out, url)) })),
    ...[...filesInPage].map((url) => ({ url, revision: null })),
  ];
  const files = readdirSync(join(out, 'assets'))
    .filter((name) => /\.(?:js|css|wasm)$/.test(name))
    .map((name) => `/assets/${name}`)
    .toSorted();
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __BUILD__: JSON.stringify({ entry, shell, files }),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        input: join(root, 'src/app/web/worker/worker.ts'),
        output: { format: 'iife', entryFileNames: workerPath.slice(1) },
      },
    },
  });
}

function hashFile(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 12);
}
