import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';

let api: TestApp;
let [rice, bun]: string[] = [];
beforeAll(async () => {
  api = await createTestApp();
  for (const name of ['rice', 'bun']) {
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new TextEncoder().encode(name)]);
    const created = await api.as('admin').post(`/gallery?name=${name}`, jpeg);
    if (name === 'rice') rice = created.body._id;
    else bun = created.body._id;
  }
  await api.as('admin').put(`/gallery/${rice}`, { tags: ['dry'] });
});
afterAll(() => api.close());

const postTags = (pictures: object[], user: 'admin' | 'viewer' | 'branch' = 'admin') =>
  api.as(user).post('/gallery/tags', { pictures });
const readTags = async (id: string | undefined) => (await api.as('admin').get(`/gallery/${id}`)).body.tags;

describe('tags of several pictures', () => {
  it('are added and removed together; the returned changes can be reverted', async () => {
    const taggings = [rice, bun].map((_id) => ({ _id, add: ['Store', 'dry'], remove: ['fresh'] }));
    const response = await postTags(taggings);
    expect(response.status).toBe(200);
    expect(response.body).toHaveLength(2);
    expect([await readTags(rice), await readTags(bun)]).toEqual([
      ['dry', 'store'],
      ['store', 'dry'],
    ]);
    const undo = response.body.map((change: { _id: string; added: string[]; removed: string[] }) => ({
      _id: change._id,
      add: change.removed,
      remove: change.added,
    }));
    await postTags(undo);
    expect([await readTags(rice), await readTags(bun)]).toEqual([['dry'], []]);
    expect((await postTags(undo)).body).toEqual([]);
  });

  it('remain unchanged if one picture is missing or would have too many', async () => {
    const twenty = Array.from({ length: 20 }, (_, n) => `tag ${n}`);
    const missing = await postTags([
      { _id: bun, add: ['new'] },
      { _id: 'missing', add: ['new'] },
    ]);
    expect([missing.status, missing.body.details.id]).toEqual([404, 'missing']);
    const full = await postTags([
      { _id: bun, add: twenty },
      { _id: rice, add: twenty },
    ]);
    expect([full.status, full.body.details.id]).toEqual([422, rice]);
    expect([await readTags(rice), await readTags(bun)]).toEqual([['dry'], []]);
  });

  it('require permission to edit pictures, and valid text', async () => {
    expect((await api.anonymous.post('/gallery/tags', { pictures: [] })).status).toBe(401);
    expect((await postTags([{ _id: rice, add: ['x'] }], 'viewer')).status).toBe(403);
    expect((await postTags([{ _id: rice, add: ['x'] }], 'branch')).status).toBe(403);
    expect((await postTags([])).status).toBe(422);
    expect((await postTags([{ _id: rice, add: ['"'] }])).status).toBe(422);
    expect((await postTags([{ _id: rice, tags: ['x'] }])).status).toBe(422);
  });

  it('are recorded in the history of each picture', async () => {
    await postTags([{ _id: bun, add: ['history'] }]);
    const [last] = (await api.as('admin').get(`/gallery/${bun}/history`)).body;
    expect(last).toMatchObject({ action: 'edit', before: { tags: [] }, after: { tags: ['history'] } });
  });
});
