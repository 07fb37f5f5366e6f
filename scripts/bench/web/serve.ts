import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { createFirstPageRenderer, type RouteFiles } from '#app/server/node/first-page.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

interface ServeOptions {
  folder: string;
  /** Serves the page without scripts: the sign-in page as first painted. */
  hasNoScripts?: boolean;
  /** The real API; its responses are cached, so that both sides get the same rows in the same time. */
  api: string;
  token: string;
  /** Changes a response, for example to ten thousand rows instead of the hundreds in the demo data. */
  change?(path: string, response: unknown): unknown;
}

export interface RunningServer {
  url: string;
  stop(): void;
}

/**
 * Serves the product or a baseline with brotli and immutable hashed files, and the page at every path,
 * prepared as by the real server. A baseline's page needs no preparation.
 */
export function serve({
  folder,
  api,
  token,
  change,
  hasNoScripts = false,
}: ServeOptions): Promise<RunningServer> {
  // Compressed beforehand, so that no visit includes it.
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || path.endsWith('.br')) continue;
    files.set(path.slice(folder.length), brotliCompressSync(readFileSync(path)));
  }
  const routeFiles = files.has('/route-files.json')
    ? (JSON.parse(readFileSync(join(folder, 'route-files.json'), 'utf8')) as RouteFiles)
    : {};
  const createPage = createFirstPageRenderer(readFileSync(join(folder, 'index.html'), 'utf8'), routeFiles);
  const getPage: typeof createPage = (path, cookies) => {
    const page = createPage?.(path, cookies) ?? null;
    return page && hasNoScripts ? { ...page, html: removeScripts(page.html) } : page;
  };
  const compressedPages = new Map<string, Buffer>();
  const responses = new Map<string, Buffer>();

  function servePage(request: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(request.url ?? '/', 'http://x');
    const file = files.has(pathname) ? pathname : '/index.html';
    const page = file === '/index.html' ? getPage?.(pathname, request.headers.cookie) : null;
    // The real server compresses each variant of the page once; here this happens during a warm-up visit that
    // isn't measured.
    const content =
      (page && (compressedPages.get(page.name) ?? brotliCompressSync(page.html))) ??
      files.get(file) ??
      Buffer.from('');
    if (page) compressedPages.set(page.name, content);
    if (page?.link) response.setHeader('link', page.link);
    send(response, content, types[extname(file)] ?? 'application/octet-stream', file.startsWith('/assets/'));
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.includes('/events')) return void response.writeHead(404).end();
    let content = responses.get(path);
    if (content === undefined) {
      const upstream = await fetch(api + path, { headers: { authorization: `Bearer ${token}` } });
      const body: unknown = await upstream.json().catch(() => ({}));
      if (!upstream.ok) return void response.writeHead(upstream.status, jsonType).end(JSON.stringify(body));
      content = brotliCompressSync(JSON.stringify(change ? change(path, body) : body), quickCompression);
      responses.set(path, content);
    }
    send(response, content, 'application/json', false);
  }

  const server = createServer((request, response) => {
    // A failed request only makes its measure fail, not the whole run.
    if (request.url?.startsWith('/api/'))
      respond(request, response).catch(() => response.writeHead(502, jsonType).end('{}'));
    else servePage(request, response);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${port}`,
        stop() {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}

function removeScripts(html: string): string {
  return html.replace(/<script\b[\s\S]*?<\/script>|<link rel=.?modulepreload[^>]*>/g, '');
}

/** The quality of responses compressed on request. */
const quickCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const jsonType = { 'content-type': 'application/json' };

function send(response: ServerResponse, content: Buffer, type: string, isImmutable: boolean): void {
  response
    .writeHead(200, {
      'content-type': type,
      'content-encoding': 'br',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    .end(content);
}
