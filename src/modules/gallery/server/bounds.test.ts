import { beforeEach, afterEach, expect, it } from 'vitest';
import { maxGalleryBytes, maxPictures } from '#modules/pictures/picture-rules.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import { newId } from '#platform/server/ids.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let t: TestApp;
beforeEach(async () => {
  t = await createTestApp();
});
afterEach(async () => {
  expect(t.errors).toEqual([]);
  await t.close();
});

let n = 0;
const picture = () => new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ++n % 256, n >> 8]);
const upload = (bytes = picture()) => t.as('admin').post('/gallery', bytes, { 'content-type': 'image/jpeg' });

/** Existing pictures. */
async function hold(count: number, { size = 1, by = ids.users.admin }: { size?: number; by?: string } = {}) {
  const at = t.clock.now().toISOString();
  const rows = Array.from({ length: count }, () => ({
    _id: newId(t.clock),
    createdAt: at,
    updatedAt: at,
    version: 1,
    isActive: 1 as const,
    name: 'Held',
    nameAlt: null,
    alt: null,
    altAlt: null,
    tags: '[]',
    search: 'held',
    type: 'image/webp',
    size,
    width: 1,
    height: 1,
    hash: `held ${++n}`,
    fileId: 'none',
    thumbId: 'none',
    createdBy: by,
    createdByName: 'Somebody',
  }));
  await t.db.write(async (tx) => {
    for (let at = 0; at < rows.length; at += 500) await insertRows(tx, 'gallery', rows.slice(at, at + 500));
  });
}

it('the number of pictures per user is limited with a helpful message, and existing pictures can be uploaded again', async () => {
  const known = picture();
  expect((await upload(known)).status).toBe(201);
  await hold(maxPictures.ofPerson - 2);
  const last = await upload();
  expect(last.status).toBe(201);
  const response = await upload();
  expect([response.status, response.body.fields]).toEqual([
    422,
    {
      file: 'You have reached your limit of 3000 pictures. Delete unused pictures, then upload this one again.',
    },
  ]);
  expect((await upload(known)).status).toBe(200);
  const replaced = await t
    .as('admin')
    .put(`/gallery/${last.body._id}/file`, picture(), { 'content-type': 'image/jpeg' });
  expect(replaced.status).toBe(200);
  expect((await t.as('admin').delete(`/gallery/${last.body._id}`)).status).toBe(204);
  expect((await upload()).status).toBe(201);
});

it('the total number of pictures is limited', async () => {
  await hold(maxPictures.all, { by: ids.users.branch });
  const response = await upload();
  expect([response.status, response.body.fields.file]).toEqual([
    422,
    expect.stringContaining('limit of 10000 pictures'),
  ]);
});

const gigabyte = 1024 ** 3;
it.each([
  ['a person', maxGalleryBytes.ofPerson, ids.users.admin, 'have reached your limit of 1 GB'],
  ['the gallery', maxGalleryBytes.all, ids.users.branch, 'has reached its limit of 4 GB'],
])(
  'the size of %s is limited, also when replacing a small picture with a larger one',
  async (_, max, by, expected) => {
    const small = await upload();
    expect(small.status).toBe(201);
    await hold((2 * max) / gigabyte, { size: gigabyte / 2, by });
    const response = await upload();
    expect([response.status, response.body.fields.file]).toEqual([422, expect.stringContaining(expected)]);
    const larger = new Uint8Array(5000).fill(7);
    larger.set(picture());
    const replaced = await t
      .as('admin')
      .put(`/gallery/${small.body._id}/file`, larger, { 'content-type': 'image/jpeg' });
    expect([replaced.status, replaced.body.fields?.file]).toEqual([422, expect.stringContaining(expected)]);
  },
);

it('twenty concurrent uploads exceed no limit', async () => {
  await hold(maxPictures.ofPerson - 3);
  const responses = await Promise.all(Array.from({ length: 20 }, () => upload()));
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 3 }, () => 201),
    ...Array.from({ length: 17 }, () => 422),
  ]);
  const { count } = await t.db.read
    .selectFrom('gallery')
    .select((on) => on.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(maxPictures.ofPerson);
});

it("concurrent uploads and replacements don't exceed the size limits", async () => {
  const small = await Promise.all(Array.from({ length: 10 }, () => upload()));
  await hold(1, { size: maxGalleryBytes.ofPerson - 5000 * 3 });
  const responses = await Promise.all(
    small.flatMap(({ body }) => {
      const larger = new Uint8Array(4000).fill(7);
      larger.set(picture());
      const other = new Uint8Array(4000).fill(8);
      other.set(picture());
      return [
        t.as('admin').put(`/gallery/${body._id}/file`, larger, { 'content-type': 'image/jpeg' }),
        upload(other),
      ];
    }),
  );
  expect(responses.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(10);
  expect(responses.filter(({ status }) => status < 300).length).toBeGreaterThan(0);
  const { bytes } = await t.db.read
    .selectFrom('gallery')
    .select((on) => on.fn.sum<number>('size').as('bytes'))
    .executeTakeFirstOrThrow();
  expect(Number(bytes)).toBeLessThanOrEqual(maxGalleryBytes.ofPerson);
});
