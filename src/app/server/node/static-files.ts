import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Context, Handler } from 'hono';
import { pageHeaders } from '#platform/server/http/headers.ts';
import { createFirstPageRenderer, type RouteFiles } from './first-page.ts';

/** A served file of the dashboard. */
interface StaticFile {
  plain: Buffer<ArrayBuffer>;
  type: string;
  etag: string;
  /** Whether its name contains a hash of its content, so that it never changes. */
  isImmutable: boolean;
  compressed: Map<string, Buffer<ArrayBuffer>>;
  /** For the page: returns its variant for a path and cookies. */
  getVariant?: (path: string, cookies: string | undefined) => Promise<StaticFile>;
  /** `link` header with prefetched files. */
  link?: string;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const pageName = '/index.html';
const routeFilesName = '/route-files.json';

/** Encodings of the compressed files that the build may contain, best first. */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

const isCompressed = (name: string) => encodings.some(([, ending]) => name.endsWith(ending));

/**
 * Reads a built dashboard once (a few megabytes): the server serves that build until it restarts, whatever
 * happens to the folder. Only files that were read are served, so no path can escape the folder.
 */
export async function readStaticFiles(root: string): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of names) {
    const name = `/${relative(root, path).split(sep).join('/')}`;
    if (isCompressed(name) || name.startsWith('/.')) continue;
    const [plain, { mtimeMs }] = [await readFile(path), await stat(path)];
    const compressed: StaticFile['compressed'] = new Map();
    for (const [encoding, ending] of encodings) {
      if (names.includes(path + ending)) compressed.set(encoding, await readFile(path + ending));
    }
    const type = types[extname(path)] ?? 'application/octet-stream';
    const etag = `"${plain.length.toString(36)}-${Math.trunc(mtimeMs).toString(36)}"`;
    const isImmutable = name.startsWith('/assets/');
    files.set(name, { plain, type, etag, isImmutable, compressed });
  }
  const page = files.get(pageName);
  if (page) files.set(pageName, addVariants(page, page.plain.toString(), parseRouteFiles(files)));
  return files;
}

/** Returns the route files of the build; empty if the build has none. */
function parseRouteFiles(files: ReadonlyMap<string, StaticFile>): RouteFiles {
  return JSON.parse(files.get(routeFilesName)?.plain.toString() ?? '{}') as RouteFiles;
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Adds the variants of the page; each is built and compressed once, at its first request. */
function addVariants(file: StaticFile, html: string, routeFiles: RouteFiles): StaticFile {
  const getPage = createFirstPageRenderer(html, routeFiles);
  if (getPage === null) return file;
  const variants = new Map<string, Promise<StaticFile>>();
  const withVariants: StaticFile = {
    ...file,
    async getVariant(path, cookies) {
      const page = getPage(path, cookies);
      if (page === null) return withVariants;
      const variant = variants.get(page.name) ?? buildVariant(withVariants, page.html);
      variants.set(page.name, variant);
      return page.link === null ? variant : { ...(await variant), link: page.link };
    },
  };
  return withVariants;
}

async function buildVariant(file: StaticFile, html: string): Promise<StaticFile> {
  const content = Buffer.from(html);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;
  const compressed: StaticFile['compressed'] = new Map();
  for (const [encoding, compress] of Object.entries(compressors))
    compressed.set(encoding, await compress(content));
  return { ...file, plain: content, etag, compressed };
}

/** Serves the dashboard: files unchanged, and the page for every other path, which the client routes. */
export function serveDashboard(
  files: ReadonlyMap<string, StaticFile>,
  headers: Readonly<Record<string, string>> = {},
): Handler {
  return async (c) => {
    const path = c.req.path;
    const file = files.get(path) ?? (path.startsWith('/assets/') ? undefined : files.get(pageName));
    if (!file) return c.text('Not found', 404, { ...pageHeaders, ...headers });
    return serveFile(c, (await file.getVariant?.(path, c.req.header('cookie'))) ?? file, headers);
  };
}

function serveFile(
  c: Context,
  file: StaticFile,
  additionalHeaders: Readonly<Record<string, string>>,
): Response {
  const accepted = (c.req.header('accept-encoding') ?? '')
    .split(',')
    .map((part) => part.split(';')[0]?.trim());
  const encoding = [...file.compressed.keys()].find((name) => accepted.includes(name));
  const content = (encoding && file.compressed.get(encoding)) || file.plain;
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag;
  const headers: Record<string, string> = {
    ...pageHeaders,
    ...additionalHeaders,
    'content-type': file.type,
    'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: file.getVariant ? 'accept-encoding, cookie' : 'accept-encoding',
    etag,
    ...(encoding && { 'content-encoding': encoding }),
    ...(file.link && { link: file.link }),
  };
  if (c.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers });
  headers['content-length'] = String(content.length);
  if (c.req.method === 'HEAD') return new Response(null, { headers });
  return new Response(content, { headers });
}
