import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { createFirstPages, type RouteFiles } from './first-page.ts';

/** A served file of the dashboard. */
export interface StaticFile {
  plain: Buffer<ArrayBuffer>;
  type: string;
  etag: string;
  /** Its name contains a hash of its content: it never changes. */
  isImmutable: boolean;
  compressed: Map<string, Buffer<ArrayBuffer>>;
  /** For the page: its variant for an address and cookies. */
  stampedFor?: (path: string, cookies: string | undefined) => Promise<StaticFile>;
  /** `link` header with prefetched files. */
  link?: string;
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Adds the variants of a stamped page; each is built and compressed once, at its first request. */
export function createStampedFile(file: StaticFile, html: string, routeFiles: RouteFiles): StaticFile {
  const pageFor = createFirstPages(html, routeFiles);
  if (pageFor === null) return file;
  const variants = new Map<string, Promise<StaticFile>>();
  const stamped: StaticFile = {
    ...file,
    async stampedFor(path, cookies) {
      const page = pageFor(path, cookies);
      if (page === null) return stamped;
      const variant = variants.get(page.name) ?? make(stamped, page.html);
      variants.set(page.name, variant);
      return page.link === null ? variant : { ...(await variant), link: page.link };
    },
  };
  return stamped;
}

async function make(file: StaticFile, html: string): Promise<StaticFile> {
  const content = Buffer.from(html);
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`;
  const compressed: StaticFile['compressed'] = new Map();
  for (const [encoding, compress] of Object.entries(compressors))
    compressed.set(encoding, await compress(content));
  return { ...file, plain: content, etag, compressed };
}
