import { beforeEach, afterEach, expect, it } from 'vitest';
import { maxGalleryBytes, maxPictures } from '#modules/pictures/picture-rules.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import { newId } from '#platform/server/ids.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(async () => {
  expect(api.errors).toEqual([]);
  await api.close();
});

let pictureCount = 0;
const createPicture = () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ++pictureCount % 256, pictureCount >> 8]);
const upload = (bytes = createPicture()) =>
  api.as('admin').post('/gallery', bytes, { 'content-type': 'image/jpeg' });

/** Inserts pictures directly into the database. */
async function insertPictures(
  count: number,
  { size = 1, createdBy = ids.users.admin }: { size?: number; createdBy?: string } = {},
) {
  const at = api.clock.now().toISOString();
  const rows = Array.from({ length: count }, () => ({
    _id: newId(api.clock),
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1 as const,
    name: 'Existing',
    nameAlt: null,
    alt: null,
    altAlt: null,
    tags: '[]',
    search: 'existing',
    type: 'image/webp',
    size,
    width: 1,
    height: 1,
    hash: `hash ${++pictureCount}`,
    fileId: 'none',
    thumbId: 'none',
    createdBy,
    createdByName: 'Another user',
  }));
  await api.db.write(async (tx) => {
    for (let start = 0; start < rows.length; start += 500)
      await insertRows(tx, 'gallery', rows.slice(start, start + 500));
  });
}

it('limits the number of pictures per user but still accepts existing pictures', async () => {
  const existingFile = createPicture();
  expect((await upload(existingFile)).status).toBe(201);
  await insertPictures(maxPictures.perUser - 2);
  const last = await upload();
  expect(last.status).toBe(201);
  const response = await upload();
  expect([response.status, response.body.fields]).toEqual([
    422,
    {
      file: 'You have reached your limit of 3000 pictures. Delete unused pictures, then upload this one again.',
    },
  ]);
  expect((await upload(existingFile)).status).toBe(200);
  const replaced = await api
    .as('admin')
    .put(`/gallery/${last.body._id}/file`, createPicture(), { 'content-type': 'image/jpeg' });
  expect(replaced.status).toBe(200);
  expect((await api.as('admin').delete(`/gallery/${last.body._id}`)).status).toBe(204);
  expect((await upload()).status).toBe(201);
});

it('limits the total number of pictures', async () => {
  await insertPictures(maxPictures.total, { createdBy: ids.users.branch });
  const response = await upload();
  expect([response.status, response.body.fields.file]).toEqual([
    422,
    expect.stringContaining('limit of 10000 pictures'),
  ]);
});

const gigabyte = 1024 ** 3;
it.each([
  ['a user', maxGalleryBytes.perUser, ids.users.admin, 'have reached your limit of 1 GB'],
  ['the gallery', maxGalleryBytes.total, ids.users.branch, 'has reached its limit of 4 GB'],
])(
  'limits the size of all pictures of %s, even when a picture is replaced with a larger one',
  async (_, max, createdBy, expected) => {
    const small = await upload();
    expect(small.status).toBe(201);
    await insertPictures((2 * max) / gigabyte, { size: gigabyte / 2, createdBy });
    const response = await upload();
    expect([response.status, response.body.fields.file]).toEqual([422, expect.stringContaining(expected)]);
    const larger = new Uint8Array(5000).fill(7);
    larger.set(createPicture());
    const replaced = await api
      .as('admin')
      .put(`/gallery/${small.body._id}/file`, larger, { 'content-type': 'image/jpeg' });
    expect([replaced.status, replaced.body.fields?.file]).toEqual([422, expect.stringContaining(expected)]);
  },
);

it('enforces the limits for twenty concurrent uploads', async () => {
  await insertPictures(maxPictures.perUser - 3);
  const responses = await Promise.all(Array.from({ length: 20 }, () => upload()));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 3 }, () => 201),
    ...Array.from({ length: 17 }, () => 422),
  ]);
  const { count } = await api.db.read
    .selectFrom('gallery')
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(maxPictures.perUser);
});

it('enforces the size limits for concurrent uploads and replacements', async () => {
  const smallPictures = await Promise.all(Array.from({ length: 10 }, () => upload()));
  await insertPictures(1, { size: maxGalleryBytes.perUser - 5000 * 3 });
  const responses = await Promise.all(
    smallPictures.flatMap(({ body }) => {
      const larger = new Uint8Array(4000).fill(7);
      larger.set(createPicture());
      const newFile = new Uint8Array(4000).fill(8);
      newFile.set(createPicture());
      return [
        api.as('admin').put(`/gallery/${body._id}/file`, larger, { 'content-type': 'image/jpeg' }),
        upload(newFile),
      ];
    }),
  );
  expect(responses.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(10);
  expect(responses.filter(({ status }) => status < 300).length).toBeGreaterThan(0);
  const { bytes } = await api.db.read
    .selectFrom('gallery')
    .select((on) => on.fn.sum<number>('size').as('bytes'))
    .executeTakeFirstOrThrow();
  expect(Number(bytes)).toBeLessThanOrEqual(maxGalleryBytes.perUser);
});
