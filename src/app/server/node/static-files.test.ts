import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStaticFiles, serveDashboard } from './static-files.ts';

let folder: string;
let app: Hono;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commissary-'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  mkdirSync(join(folder, 'dist/.vite'));
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  writeFileSync(join(folder, 'dist/index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(folder, 'dist/assets/app-abc.js'), 'plain');
  writeFileSync(join(folder, 'dist/assets/app-abc.js.br'), 'brotli');
  writeFileSync(join(folder, 'dist/assets/app-abc.js.gz'), 'gzip');
  writeFileSync(join(folder, 'dist/.vite/manifest.json'), '{}');
  app = new Hono();
  app.get('*', serveDashboard(await readStaticFiles(join(folder, 'dist'))));
});
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(`http://localhost${path}`, { headers });

describe('the dashboard', () => {
  it.each(['/', '/index.html', '/branch-order/create-order', '/items/x.y/edit'])(
    'serves the page at %s, revalidated every time',
    async (path) => {
      const response = await get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).toContain('<title>Page');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const revalidated = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' });
      expect([revalidated.status, await revalidated.text()]).toEqual([304, '']);
    },
  );

  it('sends the best encoding that the browser accepts, cached forever', async () => {
    const read = async (accepted: string) => {
      const response = await get('/assets/app-abc.js', { 'accept-encoding': accepted });
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('vary')).toBe('accept-encoding');
      return [response.headers.get('content-encoding'), await response.text()];
    };
    expect(await read('gzip, deflate, br;q=1')).toEqual(['br', 'brotli']);
    expect(await read('gzip')).toEqual(['gzip', 'gzip']);
    expect(await read('')).toEqual([null, 'plain']);
  });

  it('returns 404 for a missing asset, not the page', async () => {
    expect((await get('/assets/gone-123.js')).status).toBe(404);
  });

  it('sends a content security policy that forbids inline scripts with every response', async () => {
    for (const path of ['/', '/assets/app-abc.js', '/assets/gone.js']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each([
    '/../secret.txt',
    '/..%2Fsecret.txt',
    '/assets/..%2F..%2Fsecret.txt',
    '/%2e%2e/secret.txt',
    '/.vite/manifest.json',
    '//etc/passwd',
  ])('serves no file outside its folder at %s', async (path) => {
    const text = await (await get(path)).text();
    expect(text).not.toContain('secret');
    expect(text === 'Not found' || text.includes('<title>Page')).toBe(true);
  });
});

describe('a dashboard rebuilt or removed while the server runs', () => {
  const getBuildFolder = () => join(folder, 'rebuilt');
  const buildPage = (name: string) =>
    `<!doctype html><html lang="en"><script src="/assets/theme-${name}.js" data-entry="/assets/${name}.js" data-next=""></script>`;
  function build(name: string): void {
    rmSync(getBuildFolder(), { recursive: true, force: true });
    mkdirSync(join(getBuildFolder(), 'assets'), { recursive: true });
    writeFileSync(join(getBuildFolder(), 'index.html'), buildPage(name));
    for (const file of [`theme-${name}.js`, `${name}.js`]) {
      writeFileSync(join(getBuildFolder(), 'assets', file), `// ${name}`);
      writeFileSync(join(getBuildFolder(), 'assets', `${file}.br`), `brotli of ${name}`);
    }
  }
  const startDashboard = async () =>
    new Hono().get('*', serveDashboard(await readStaticFiles(getBuildFolder())));
  const paths = ['/', '/items', '/login'];
  const cookies = ['', 'commissary.appearance=dark.ar.in', 'commissary.appearance=light.en.out'];

  /** Lists every file named by a page, signed in or not. */
  async function listFilesInPages(server: Hono): Promise<Set<string>> {
    const files = new Set<string>();
    for (const path of paths)
      for (const cookie of cookies) {
        const page = await (await server.request(`http://localhost${path}`, { headers: { cookie } })).text();
        for (const [name] of page.matchAll(/\/assets\/[\w-]+\.js/g)) files.add(name);
      }
    return files;
  }

  it('keeps serving the build it loaded at startup until it is restarted', async () => {
    build('one');
    const server = await startDashboard();
    const first = await listFilesInPages(server);
    expect([...first]).toEqual(['/assets/theme-one.js', '/assets/one.js']);
    for (const changeBuild of [() => build('two'), () => rmSync(getBuildFolder(), { recursive: true })]) {
      changeBuild();
      expect(await listFilesInPages(server)).toEqual(first);
      for (const file of first)
        for (const encoding of ['', 'br']) {
          const response = await server.request(`http://localhost${file}`, {
            headers: { 'accept-encoding': encoding },
          });
          expect([response.status, await response.text()]).toEqual([
            200,
            encoding ? 'brotli of one' : '// one',
          ]);
        }
    }
    build('two');
    const restarted = await startDashboard();
    expect([...(await listFilesInPages(restarted))]).toEqual(['/assets/theme-two.js', '/assets/two.js']);
    // A tab still open from the old build gets a 404 for a missing chunk instead of index.html, so that the
    // dashboard can report it.
    expect((await restarted.request('http://localhost/assets/one.js')).status).toBe(404);
  });
});

describe('a page with variants', () => {
  const page =
    '<!doctype html><html lang="en"><script src="/assets/theme-a.js" data-entry="/e.js" data-next="/n.js"></script>';
  let variantsServer: Hono;
  beforeAll(async () => {
    mkdirSync(join(folder, 'variants'));
    writeFileSync(join(folder, 'variants/index.html'), page);
    writeFileSync(join(folder, 'variants/route-files.json'), '{"/items":["assets/i.js"]}');
    variantsServer = new Hono().get('*', serveDashboard(await readStaticFiles(join(folder, 'variants'))));
  });
  const fetchPage = (path: string, cookie: string, headers: Record<string, string> = {}, method = 'GET') =>
    variantsServer.request(`http://localhost${path}`, { method, headers: { cookie, ...headers } });
  const dark = 'commissary.appearance=dark.en.in';
  const light = 'commissary.appearance=light.en.in';

  it('has a dark variant with its own ETag', async () => {
    const [darkPage, lightPage] = [await fetchPage('/items', dark), await fetchPage('/items', light)];
    expect(await darkPage.text()).toContain('<html lang="en" class="dark">');
    expect(await lightPage.text()).toContain('<html lang="en" class="">');
    expect(darkPage.headers.get('etag')).not.toBe(lightPage.headers.get('etag'));
    for (const { headers } of [darkPage, lightPage]) {
      expect(headers.get('vary')).toBe('accept-encoding, cookie');
      expect(headers.get('cache-control')).toBe('no-cache');
      expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'wasm-unsafe-eval';/);
    }
  });

  it('preloads the scripts of the requested route', async () => {
    for (const [path, link] of [
      ['/items', '</assets/i.js>; rel=modulepreload; crossorigin; fetchpriority=low'],
      ['/units', null],
    ] as const) {
      const { headers } = await fetchPage(path, dark);
      expect(headers.get('link')).toBe(link);
    }
    expect((await fetchPage('/items', 'commissary.appearance=dark.en.out')).headers.get('link')).toBeNull();
  });

  it('is not sent to a client that already has it, but is sent to a client with a different variant', async () => {
    const etag = (await fetchPage('/items', dark)).headers.get('etag') ?? '';
    const revalidated = await fetchPage('/items', dark, { 'if-none-match': etag });
    expect([revalidated.status, revalidated.headers.get('vary'), await revalidated.text()]).toEqual([
      304,
      'accept-encoding, cookie',
      '',
    ]);
    expect((await fetchPage('/items', light, { 'if-none-match': etag })).status).toBe(200);
    expect((await fetchPage('/items', dark, { 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(
      200,
    );
  });

  it('is sent in every encoding, with its length, and in response to HEAD', async () => {
    const plain = await (await fetchPage('/', dark)).text();
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await fetchPage('/', dark, { 'accept-encoding': encoding });
      const content = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get('content-encoding')).toBe(encoding);
      expect(response.headers.get('content-length')).toBe(String(content.length));
      expect(decompress(content).toString()).toBe(plain);
    }
    const head = await fetchPage('/', dark, {}, 'HEAD');
    expect([head.headers.get('content-length'), await head.text()]).toEqual([
      String(Buffer.byteLength(plain)),
      '',
    ]);
  });

  it('is served unmodified if the cookie is invalid, and echoes nothing from it', async () => {
    const unmodified = await fetchPage('/items', 'commissary.appearance="><script>alert(1)</script>');
    expect(await unmodified.text()).toBe(page);
    expect(unmodified.headers.get('vary')).toBe('accept-encoding, cookie');
  });
});

it('reports a missing build', async () => {
  const empty = new Hono().get('*', serveDashboard(await readStaticFiles(join(folder, 'nowhere'))));
  expect((await empty.request('/')).status).toBe(404);
});
