import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import sharp from 'sharp';
import { attachment } from '../shapes.ts';
import { lateUploadDays, maxAttachments } from '#modules/documents/attachable.ts';
import { dayMs } from '#core/day.ts';
import { getPhotoRules } from '#platform/documents/server/numbering-and-events.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { attachmentRoutes } from './routes.ts';
import { createImages } from '#app/server/node/images.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';
import { createJpeg, createPlainPicture, createPng } from '#app/server/testing/pictures.ts';

type User = 'branch' | 'staff' | 'branch2' | 'kitchen' | 'viewer' | 'admin';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp({ images: await createImages({ warn() {} }) });
});
afterEach(() => api.close());

const attach = (path: string, bytes: Uint8Array | string, user: User = 'branch', headers = {}) =>
  api.as(user).post(path, bytes, { 'content-type': 'image/jpeg', ...headers });
const listPhotos = (path: string, user: User = 'branch') => api.as(user).get(path);
const fetchFile = (path: string, user: User, size = 'full') =>
  api.app.request(`/api${path}/file?size=${size}`, {
    headers: { authorization: `Bearer ${api.as(user).token}` },
  });
const countRows = async (table: 'files' | 'attachments') =>
  (await api.db.read.selectFrom(table).select('_id').execute()).length;

async function createDelivery(status: 'Under Process' | 'Shipped' | 'Received' = 'Shipped') {
  const { header, lines } = await createOrderInStatus(api, status);
  return { path: `/orders/${header._id}/attachments`, order: header, lineId: lines[0]?.lineId ?? '' };
}

async function createWaste(user: User = 'staff', status: 'Draft' | 'Posted' = 'Draft') {
  const created = await api.as(user).post('/wastage', {
    branch: ids.branch1,
    dateTime: api.clock.now().toISOString(),
    item: ids.items.flour,
    qty: 1,
    reason: 'expired',
    status,
  });
  expect(created.status, created.text).toBe(201);
  return { path: `/wastage/${created.body._id}/attachments`, record: `/wastage/${created.body._id}` };
}

describe('photos of a delivery', () => {
  it('belong to the delivery or a line, are visible to everyone who can read the order, and are audited', async () => {
    const { path, order, lineId } = await createDelivery();
    const documentPhoto = await attach(path, await createJpeg({ width: 900, height: 600 }));
    expect([documentPhoto.status, buildResponseSchema(attachment).parse(documentPhoto.body)]).toEqual([
      201,
      documentPhoto.body,
    ]);
    expect(documentPhoto.body).toMatchObject({
      lineId: null,
      width: 900,
      height: 600,
      createdByName: 'Test branch',
      canRemove: true,
    });
    const linePhoto = await attach(`${path}?lineId=${lineId}`, await createPng({ color: '#a52' }));
    for (const user of ['branch', 'staff', 'kitchen', 'viewer', 'admin'] as const) {
      const listed = await listPhotos(path, user);
      expect([user, listed.status, listed.body.map(({ _id }: { _id: string }) => _id)]).toEqual([
        user,
        200,
        [documentPhoto.body._id, linePhoto.body._id],
      ]);
      expect(listed.body.map(({ canRemove }: { canRemove: boolean }) => canRemove)).toEqual([
        user === 'branch',
        user === 'branch',
      ]);
      const thumb = await fetchFile(`${path}/${documentPhoto.body._id}`, user, 'thumb');
      expect(Object.fromEntries(thumb.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
      const full = await fetchFile(`${path}/${documentPhoto.body._id}`, user);
      expect((await thumb.arrayBuffer()).byteLength).toBeLessThan((await full.arrayBuffer()).byteLength);
    }
    const audit = await api.as('admin').get('/audit?entity=attachments');
    expect(audit.body).toMatchObject([
      {
        action: 'attach',
        entityId: linePhoto.body._id,
        after: { docType: 'order', docId: order._id, lineId },
      },
      {
        action: 'attach',
        entityId: documentPhoto.body._id,
        after: { docType: 'order', docId: order._id, lineId: null },
      },
    ]);
    expect(await reconcile(api.db.read)).toEqual([]);
  });

  it('are hidden from users without access to the order, even through the path of another order', async () => {
    const { path } = await createDelivery();
    const otherDelivery = await createDelivery();
    const { body } = await attach(path, await createJpeg());
    for (const response of [
      await listPhotos(path, 'branch2'),
      await attach(path, await createPng(), 'branch2'),
      await api.as('branch2').delete(`${path}/${body._id}`),
      await api.as('branch').delete(`${otherDelivery.path}/${body._id}`),
    ])
      expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await fetchFile(`${path}/${body._id}`, 'branch2')).status).toBe(404);
    expect((await fetchFile(`${otherDelivery.path}/${body._id}`, 'branch')).status).toBe(404);
    expect((await api.anonymous.get(path)).status).toBe(401);
    for (const user of ['viewer', 'staff'] as const)
      expect((await attach(path, await createPng(), user)).status).toBe(403);
    expect((await attach(path, await createPng(), 'kitchen')).status).toBe(403);
    expect(await countRows('attachments')).toBe(1);
  });

  it('are accepted only in transit and for a week after receipt', async () => {
    const early = await createDelivery('Under Process');
    expect((await attach(early.path, await createJpeg())).body.code).toBe('NOT_EDITABLE');
    const { path } = await createDelivery('Received');
    const latePhoto = await attach(path, await createJpeg());
    expect(latePhoto.status).toBe(201);
    api.clock.advance(lateUploadDays * dayMs);
    const weekLater = await api.signIn(ids.users.branch);
    expect((await weekLater.post(path, await createPng())).body.code).toBe('NOT_EDITABLE');
    expect((await weekLater.get(path)).body).toMatchObject([{ _id: latePhoto.body._id, canRemove: false }]);
    expect((await weekLater.delete(`${path}/${latePhoto.body._id}`)).status).toBe(409);
  });

  it('are stored once when sent repeatedly or concurrently', async () => {
    const { path, lineId } = await createDelivery();
    const key = { 'idempotency-key': 'photo-1' };
    const bytes = await createJpeg();
    const first = await attach(path, bytes, 'branch', key);
    expect((await attach(path, bytes, 'branch', key)).text).toBe(first.text);
    const responses = await Promise.all(Array.from({ length: 8 }, () => attach(path, bytes)));
    expect(responses.map(({ status, body }) => [status, body._id])).toEqual(
      responses.map(() => [200, first.body._id]),
    );
    expect((await attach(`${path}?lineId=${lineId}`, bytes)).status).toBe(201);
    expect([await countRows('attachments'), await countRows('files')]).toEqual([2, 4]);
  });

  it(`are limited to ${maxAttachments} per document, even if sent concurrently`, async () => {
    const { path } = await createDelivery();
    const photos = await Promise.all(
      Array.from({ length: maxAttachments + 3 }, (_, n) => createPng({ width: 10 + n, height: 10 })),
    );
    const responses = await Promise.all(photos.map((bytes) => attach(path, bytes)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(maxAttachments);
    const rejected = responses.filter(({ status }) => status === 422);
    expect(rejected).toHaveLength(3);
    expect(rejected[0]?.body.fields).toEqual({ file: expect.stringContaining('Remove one first') });
  });

  it('must be images, belong to an existing line, and are stored without location metadata', async () => {
    const { path } = await createDelivery();
    for (const content of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html>',
      '%PDF-1.7',
      'plain text',
      ' ',
    ])
      expect((await attach(path, content)).body.code).toBe('VALIDATION');
    const elsewhere = await attach(`${path}?lineId=nowhere`, await createJpeg());
    expect([elsewhere.status, Object.keys(elsewhere.body.fields)]).toEqual([422, ['lineId']]);
    const large = new Uint8Array(8 * 1024 * 1024 + 1);
    large.set(await createJpeg());
    expect((await attach(path, large)).status).toBe(413);
    expect(await countRows('files')).toBe(0);

    const jpegWithLocation = await createPlainPicture({ width: 80, height: 60 })
      .withExif({ IFD3: { GPSLatitude: '51/1 27/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(jpegWithLocation).metadata()).exif).toBeDefined();
    const { body } = await attach(path, new Uint8Array(jpegWithLocation));
    const stored = Buffer.from(await (await fetchFile(`${path}/${body._id}`, 'branch')).arrayBuffer());
    expect((await sharp(stored).metadata()).exif).toBeUndefined();
  });

  it('can be removed, including their files, only by the user who added them', async () => {
    const { path } = await createDelivery();
    const { body } = await attach(path, await createJpeg());
    expect((await api.as('admin').delete(`${path}/${body._id}`)).status).toBe(403);
    expect((await api.as('branch').delete(`${path}/${body._id}`)).status).toBe(204);
    expect((await api.as('branch').delete(`${path}/${body._id}`)).status).toBe(404);
    expect([await countRows('attachments'), await countRows('files')]).toEqual([0, 0]);
    expect((await api.as('admin').get('/audit?entity=attachments')).body[0]).toMatchObject({
      action: 'detach',
    });
  });
});

describe('photos of waste', () => {
  it('can be added by the author and by editors, and are deleted with a draft', async () => {
    const { path, record } = await createWaste('staff');
    expect((await attach(path, await createJpeg(), 'staff')).status).toBe(201);
    expect((await attach(path, await createPng(), 'branch')).status).toBe(201);
    expect((await attach(`${path}?lineId=l1`, await createPng(), 'branch')).status).toBe(422);
    for (const user of ['branch2', 'kitchen'] as const)
      expect((await listPhotos(path, user)).status).toBe(404);
    const branchWaste = await createWaste('branch');
    expect((await attach(branchWaste.path, await createJpeg(), 'staff')).status).toBe(403);
    expect((await api.as('branch').delete(record)).status).toBe(204);
    expect([await countRows('attachments'), await countRows('files')]).toEqual([0, 0]);
    expect(await reconcile(api.db.read)).toEqual([]);
  });
});

it.each(documents.map((document) => [document.collection, document] as const))(
  'photos of %s have their own routes and are accepted only in some statuses',
  (collection, document) => {
    const { acceptsPhotos } = getPhotoRules(document);
    const open = document.lifecycle.statuses.filter((status) =>
      acceptsPhotos({ _id: '', version: 1, status, receivedAt: null } as never, new Date()),
    );
    expect(open.length).toBeGreaterThan(0);
    expect(open.length).toBeLessThan(document.lifecycle.statuses.length);
    const routes = attachmentRoutes.filter(({ path }) => path.startsWith(`/${collection}/:id/attachments`));
    expect(routes.map(({ method }) => method).toSorted()).toEqual(['delete', 'get', 'get', 'post']);
  },
);

describe('photos of a discrepancy', () => {
  it('can be added by editors while it is open, and remain when it is resolved', async () => {
    const { order, lineId } = await createDelivery();
    await api.as('branch').patch(`/orders/${order._id}`, { items: [{ lineId, receivedQty: 0 }] });
    const received = await api.as('branch').patch(`/orders/${order._id}`, { status: 'Received' });
    expect(received.status, received.text).toBe(200);
    const [discrepancy] = (await api.as('kitchen').get(`/discrepancies?orderId=${order._id}`)).body;
    const path = `/discrepancies/${discrepancy._id}/attachments`;
    const branchPhoto = await attach(path, await createJpeg());
    const kitchenPhoto = await attach(path, await createPng(), 'kitchen');
    expect([branchPhoto.status, kitchenPhoto.status]).toEqual([201, 201]);
    expect((await attach(`${path}?lineId=${lineId}`, await createPng())).status).toBe(422);
    for (const user of ['branch', 'staff', 'kitchen', 'viewer', 'admin'] as const)
      expect([user, (await listPhotos(path, user)).body.length]).toEqual([user, 2]);
    expect((await fetchFile(`${path}/${branchPhoto.body._id}`, 'kitchen')).status).toBe(200);
    expect((await listPhotos(path, 'branch2')).status).toBe(404);
    expect((await fetchFile(`${path}/${branchPhoto.body._id}`, 'branch2')).status).toBe(404);
    expect((await attach(path, await createPng({ width: 30 }), 'staff')).status).toBe(403);
    // The order's photos are separate from these.
    expect((await listPhotos(`/orders/${order._id}/attachments`)).body).toEqual([]);

    const resolved = await api
      .as('kitchen')
      .patch(`/discrepancies/${discrepancy._id}`, { action: 'found_at_kitchen' });
    expect(resolved.status, resolved.text).toBe(200);
    expect((await attach(path, await createPng({ width: 31 }))).body.code).toBe('NOT_EDITABLE');
    expect((await api.as('branch').delete(`${path}/${branchPhoto.body._id}`)).status).toBe(409);
    expect((await listPhotos(path)).body.map(({ canRemove }: { canRemove: boolean }) => canRemove)).toEqual([
      false,
      false,
    ]);
    expect(await reconcile(api.db.read)).toEqual([]);
  });
});

it('reconcile finds photos without a file or document, and orphaned files', async () => {
  const { path } = await createDelivery();
  await attach(path, await createJpeg());
  const [row] = await api.db.read.selectFrom('attachments').selectAll().execute();
  if (!row) throw new Error('No attachment was stored');
  await api.db.writer
    .insertInto('attachments')
    .values({ ...row, _id: 'lost', docId: 'nowhere' })
    .execute();
  await api.db.writer.deleteFrom('files').where('_id', '=', row.thumbId).execute();
  await api.db.writer
    .insertInto('files')
    .values({ _id: 'stray', type: 'image/webp', bytes: new Uint8Array([1]) })
    .execute();
  const problems = (await reconcile(api.db.read)).map(({ invariant, message }) => `${invariant}: ${message}`);
  expect(problems.toSorted()).toEqual(
    [
      'I11: attachment lost belongs to no document',
      `files: attachment ${row._id} has no file`,
      'files: attachment lost has no file',
      'files: file stray is not used',
    ].toSorted(),
  );
});
