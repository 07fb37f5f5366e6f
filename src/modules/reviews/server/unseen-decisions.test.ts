import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import { reviewSummary } from '../shapes.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

const flour = `/items/${ids.items.flour}`;
const milk = `/items/${ids.items.milk}`;
const getSummary = async (user: 'branch' | 'branch2' | 'admin') =>
  (await api.as(user).get('/reviews/summary')).body;
const listUnseen = async (user: 'branch' | 'branch2') =>
  (await api.as(user).get('/reviews?unseenDecisions=true&sort=name')).body.map(
    ({ name, status, reason }: never) => [name, status, reason],
  );
const markSeen = (user: 'branch' | 'branch2', reviews: string[]) =>
  api.as(user).post('/reviews/seen', { reviews });

it('shows proposers unseen decisions and reviewers pending proposals', async () => {
  const price = (await api.as('branch').put(flour, { unitPrice: 7 })).body.review;
  const name = (await api.as('branch').put(milk, { nameAlt: 'حليب طازج' })).body.review;
  expect(await getSummary('admin')).toMatchObject({
    waiting: 2,
    ownUnseenDecisions: 0,
    requiresReview: false,
  });
  expect(await getSummary('branch')).toMatchObject({
    ownPending: 2,
    ownUnseenDecisions: 0,
    requiresReview: true,
    waiting: 0,
  });

  await api.as('admin').patch(`/reviews/${price._id}`, { status: 'Approved' });
  await api.as('admin').patch(`/reviews/${name._id}`, { status: 'Returned', reason: 'Spelling?' });
  expect(await getSummary('admin')).toMatchObject({ waiting: 0, ownUnseenDecisions: 0 });
  expect(await getSummary('branch')).toMatchObject({ ownPending: 0, ownReturned: 1, ownUnseenDecisions: 2 });
  expect(await listUnseen('branch')).toEqual([
    ['Bread flour', 'Approved', null],
    ['Whole milk', 'Returned', 'Spelling?'],
  ]);

  // Nobody, reviewers included, can mark a decision as seen for another user.
  expect((await markSeen('branch2', [price._id, name._id])).status).toBe(200);
  expect(await listUnseen('branch2')).toEqual([]);
  const response = await markSeen('branch', [price._id]);
  expect(buildResponseSchema(reviewSummary).parse(response.body)).toEqual(response.body);
  expect(response.body.ownUnseenDecisions).toBe(1);
  expect(await listUnseen('branch')).toEqual([['Whole milk', 'Returned', 'Spelling?']]);
  expect((await api.as('branch').get(`/reviews/${price._id}`)).body).not.toHaveProperty('seenAt');

  // After resubmission and another decision it is unseen again.
  await markSeen('branch', [name._id]);
  await api.as('branch').patch(`/reviews/${name._id}`, { change: { nameAlt: 'حليب' } });
  expect((await getSummary('branch')).ownUnseenDecisions).toBe(0);
  await api.as('admin').patch(`/reviews/${name._id}`, { status: 'Approved' });
  expect(await listUnseen('branch')).toEqual([['Whole milk', 'Approved', null]]);
});

it('rejects an empty list and anonymous callers', async () => {
  expect((await markSeen('branch', [])).status).toBe(422);
  expect((await api.anonymous.post('/reviews/seen', { reviews: ['x'] })).status).toBe(401);
});
