import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createImages } from '#app/server/node/images.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createJpeg, createPng } from '#app/server/testing/pictures.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp({ images: await createImages({ warn() {} }) });
});
afterEach(() => api.close());

const upload = (bytes: Uint8Array | string, name = 'Rice.png', headers = {}) =>
  api
    .as('admin')
    .post(`/gallery?name=${encodeURIComponent(name)}`, bytes, { 'content-type': 'image/png', ...headers });
const countFiles = async () =>
  Number(
    (
      await api.db.read
        .selectFrom('files')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst()
    )?.count,
  );
const fetchFile = (id: string, size: string, headers: Record<string, string> = {}) =>
  api.app.request(`/api/gallery/${id}/file?size=${size}`, {
    headers: { authorization: `Bearer ${api.as('branch').token}`, ...headers },
  });

describe('uploading', () => {
  it('names the picture after its file', async () => {
    const created = await upload(await createPng({ width: 800, height: 500 }), 'basmati_rice 10kg.PNG');
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'basmati rice 10kg',
      type: 'image/webp',
      width: 800,
      height: 500,
      tags: [],
      uses: 0,
      createdByName: 'Test admin',
    });
    expect((await api.as('branch').get('/gallery')).body).toMatchObject([{ _id: created.body._id }]);
    expect(await countFiles()).toBe(2);
  });

  it('returns the existing picture if it is uploaded again, restoring it from the archive', async () => {
    const first = await upload(await createPng(), 'one.png');
    const secondResponse = await upload(await createPng(), 'two.png');
    expect([secondResponse.status, secondResponse.body._id, secondResponse.body.name]).toEqual([
      200,
      first.body._id,
      'one',
    ]);
    await api.as('admin').put(`/gallery/${first.body._id}`, { isActive: false });
    const restored = await upload(await createPng(), 'three.png');
    expect([restored.status, restored.body._id, restored.body.isActive]).toEqual([200, first.body._id, true]);
    expect(await countFiles()).toBe(2);
  });

  it('creates one picture from twenty concurrent uploads of the same file', async () => {
    const bytes = await createJpeg({ width: 300, height: 200 });
    const responses = await Promise.all(Array.from({ length: 20 }, () => upload(bytes)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(responses.map(({ body }) => body._id)).size).toBe(1);
    expect(await countFiles()).toBe(2);
  });

  it('replays the response for a repeated idempotency key, and rejects a different file with the same key', async () => {
    const key = { 'idempotency-key': 'upload-1' };
    const first = await upload(await createPng(), 'a.png', key);
    const replay = await upload(await createPng(), 'a.png', key);
    expect([replay.status, replay.text]).toEqual([201, first.text]);
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    const mismatch = await upload(await createPng({ color: '#111' }), 'a.png', key);
    expect([mismatch.status, mismatch.body.code]).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  });

  const misnamedFiles: [string, string, string][] = [
    ['an HTML page', '<!doctype html><script>alert(1)</script>', 'HTML'],
    ['an SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'SVG'],
    ['a PDF', '%PDF-1.7\n1 0 obj', 'PDF'],
    ['an iPhone picture', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'as JPEG'],
    ['an HTML page that starts with a comment', '<!-- GIF89a --><html>', 'isn’t a picture'],
    ['a program', 'MZ\x90\0\x03', 'program'],
    ['plain text', 'hello', 'isn’t a picture'],
    ['an empty file', ' ', 'isn’t a picture'],
  ];
  it.each(misnamedFiles)(
    'rejects %s, regardless of its file name and header',
    async (_, content, expected) => {
      const response = await upload(content, 'photo.png');
      expect([response.status, response.body.code]).toEqual([422, 'VALIDATION']);
      expect(response.body.error).toContain(expected);
      expect(await countFiles()).toBe(0);
    },
  );

  it('rejects a file with the signature of a picture but other contents', async () => {
    const response = await upload(`\x89PNG\r\n\x1a\n${'x'.repeat(500)}`);
    expect(response.status).toBe(422);
    const truncated = new Uint8Array([...(await createPng()).slice(0, 8), ...new Uint8Array(100)]);
    expect((await upload(truncated)).body.error).toContain('damaged');
  });

  it('accepts at most 8 MB, with or without a length header', async () => {
    const large = new Uint8Array(8 * 1024 * 1024 + 1);
    large.set(await createPng());
    expect((await upload(large)).status).toBe(413);
    let sent = 0;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const response = await api.app.request('/api/gallery', {
      method: 'POST',
      headers: { authorization: `Bearer ${api.as('admin').token}` },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'TOO_LARGE' }]);
    expect(sent).toBeLessThan(12);
    expect((await upload(large.subarray(0, 8 * 1024 * 1024))).status).not.toBe(413);
  });

  it('rejects callers without permission to upload and stores nothing', async () => {
    expect((await api.anonymous.post('/gallery', await createPng())).status).toBe(401);
    expect((await api.as('viewer').post('/gallery', await createPng())).status).toBe(403);
    expect((await api.as('branch').post('/gallery', await createPng())).status).toBe(403);
    expect(await countFiles()).toBe(0);
  });
});

describe('the file', () => {
  it('is served in both sizes, with safe headers and caching', async () => {
    const { body } = await upload(await createPng({ width: 900, height: 600 }), 'Crème "brûlée"\r\n.png');
    const thumb = await fetchFile(body._id, 'thumb');
    expect(thumb.status).toBe(200);
    expect(Object.fromEntries(thumb.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-disposition': `inline; filename="Crme brle.webp"; filename*=UTF-8''Cr%C3%A8me%20br%C3%BBl%C3%A9e.webp`,
    });
    expect(thumb.headers.get('content-security-policy')).toContain('sandbox');
    const size = (await thumb.arrayBuffer()).byteLength;
    expect(size).toBeLessThan((await (await fetchFile(body._id, 'full')).arrayBuffer()).byteLength);
    const secondResponse = await fetchFile(body._id, 'thumb', {
      'if-none-match': thumb.headers.get('etag') ?? '',
    });
    expect([secondResponse.status, await secondResponse.text()]).toEqual([304, '']);
  });

  it('requires a session, an existing id and a known size', async () => {
    const { body } = await upload(await createPng());
    expect((await api.anonymous.get(`/gallery/${body._id}/file`)).status).toBe(401);
    expect((await fetchFile('missing', 'thumb')).status).toBe(404);
    expect((await fetchFile('..%2F..%2Fetc%2Fpasswd', 'thumb')).status).toBe(404);
    expect((await fetchFile(body._id, 'huge')).status).toBe(400);
  });
});

describe('a picture', () => {
  it('can be described, tagged and found', async () => {
    const { body: rice } = await upload(await createPng(), 'rice.png');
    const { body: bun } = await upload(await createPng({ color: '#a52' }), 'bun.png');
    const change = { alt: 'A bag of rice', tags: ['Dry store', 'dry store', '100%'] };
    const changed = await api.as('admin').put(`/gallery/${rice._id}`, change);
    expect(changed.body).toMatchObject({ version: 2, alt: 'A bag of rice', tags: ['dry store', '100%'] });
    const findNames = async (query: string) =>
      (await api.as('branch').get(`/gallery?${query}`)).body.map(({ name }: { name: string }) => name);
    expect(await findNames('sort=name')).toEqual(['bun', 'rice']);
    expect(await findNames('q=BAG')).toEqual(['rice']);
    expect(await findNames('q=dry')).toEqual(['rice']);
    expect(await findNames('tag=dry%20store')).toEqual(['rice']);
    expect(await findNames('tag=100%25')).toEqual(['rice']);
    expect(await findNames('tag=100_')).toEqual([]);
    expect((await api.as('branch').get('/gallery/tags')).body).toEqual([
      { tag: '100%', count: 1 },
      { tag: 'dry store', count: 1 },
    ]);
    const stale = await api.as('admin').put(`/gallery/${rice._id}`, { alt: 'x' }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.details.current.version]).toEqual([412, 2]);
    const fields = { tags: ['a"b'], hash: 'x' };
    const invalid = await api.as('admin').put(`/gallery/${bun._id}`, fields);
    expect([invalid.status, Object.keys(invalid.body.fields)]).toEqual([422, ['tags.0', 'hash']]);
  });

  it("can't be deleted while it is used, and lists its uses", async () => {
    const { body } = await upload(await createPng());
    const admin = api.as('admin');
    await admin.put(`/items/${ids.items.flour}`, { image: body._id });
    await admin.post('/brands', { name: 'Mill', logo: body._id });
    const picture = await admin.get(`/gallery/${body._id}`);
    expect(picture.body.uses).toBe(2);
    const usage = (await admin.get(`/gallery/${body._id}/usage`)).body;
    expect(usage).toMatchObject([
      { collection: 'brands', fields: ['logo'], rows: [{ name: 'Mill' }] },
      { collection: 'items', fields: ['image'], rows: [{ _id: ids.items.flour, name: 'Bread flour' }] },
    ]);
    expect((await admin.get('/gallery?unused=true')).body).toEqual([]);
    expect((await admin.get('/gallery?unused=false')).body).toHaveLength(1);
    const response = await admin.delete(`/gallery/${body._id}`);
    expect([response.status, response.body.code]).toEqual([409, 'IN_USE']);
    await admin.put(`/items/${ids.items.flour}`, { image: null });
    await admin.delete(`/brands/${usage[0].rows[0]._id}`);
    expect((await admin.delete(`/gallery/${body._id}`)).status).toBe(204);
    expect(await countFiles()).toBe(0);
    expect((await fetchFile(body._id, 'full')).status).toBe(404);
  });

  it('must be in the gallery before an item can use it', async () => {
    for (const image of ['missing', 'https://elsewhere.example/a.png']) {
      const response = await api.as('admin').put(`/items/${ids.items.flour}`, { image });
      expect([response.status, Object.keys(response.body.fields)]).toEqual([422, ['image']]);
    }
  });

  it('is replaced under the same id, and the old file is deleted', async () => {
    const { body } = await upload(await createPng(), 'one.png');
    const before = await fetchFile(body._id, 'thumb');
    const replace = (bytes: Uint8Array, headers = {}) =>
      api.as('admin').send('PUT', `/gallery/${body._id}/file`, bytes, headers);
    const replaced = await replace(await createPng({ width: 90, height: 90, color: '#e11' }));
    expect(replaced.body).toMatchObject({ _id: body._id, name: 'one', width: 90, version: 2 });
    const after = await fetchFile(body._id, 'thumb', { 'if-none-match': before.headers.get('etag') ?? '' });
    expect(after.status).toBe(200);
    expect(await countFiles()).toBe(2);
    expect((await replace(await createPng(), { 'if-match': '"1"' })).status).toBe(412);
    const { body: other } = await upload(await createPng({ color: '#00f' }), 'two.png');
    const duplicate = await replace(await createPng({ color: '#00f' }));
    expect([duplicate.status, duplicate.body.details.id]).toEqual([409, other._id]);
    expect((await replace(new TextEncoder().encode('plain text'))).status).toBe(422);
    expect(await countFiles()).toBe(4);
    expect(
      (await api.as('admin').get('/audit?entity=gallery')).body.map(({ action }: never) => action),
    ).toEqual(['create', 'replace', 'create']);
  });

  it('is checked for missing and orphaned files by reconcile', async () => {
    await upload(await createPng());
    expect(await reconcile(api.db.read)).toEqual([]);
    const [picture] = await api.db.read.selectFrom('gallery').select('fileId').execute();
    await api.db.writer
      .updateTable('files')
      .set({ _id: 'stray' })
      .where('_id', '=', picture?.fileId ?? '')
      .execute();
    expect((await reconcile(api.db.read)).map(({ invariant }) => invariant)).toEqual(['files', 'files']);
  });
});
