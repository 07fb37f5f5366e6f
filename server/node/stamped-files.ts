import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { createFirstPages, type RouteFiles } from './first-page.ts';

/** A file of the dashboard as it is sent. */
export interface StaticFile {
  plain: Buffer<ArrayBuffer>;
  type: string;
  etag: string;
  /** Its name holds a hash of its content: it never changes. */
  isImmutable: boolean;
  compressed: Map<string, Buffer<ArrayBuffer>>;
  /** Of the page: as it is for an address, with the cookies that came along. */
  stampedFor?: (path: string, cookies: string | undefined) => Promise<StaticFile>;
  /** What a browser is told to fetch beside it. */
  link?: string;
}

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The file of a page that is stamped for who asks: each kind is made and compressed once, when it is first asked for. */
export function createStampedFile(file: StaticFile, html: string, routeFiles: RouteFiles): StaticFile {
  const pageFor = createFirstPages(html, routeFiles);
  if (pageFor === null) return file;
  const made = new Map<string, Promise<StaticFile>>();
  const stamped: StaticFile = {
    ...file,
    async stampedFor(path, cookies) {
      const page = pageFor(path, cookies);
      if (page === null) return stamped;
      const known = made.get(page.name) ?? make(stamped, page.html);
      made.set(page.name, known);
      return page.link === null ? known : { ...(await known), link: page.link };
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
