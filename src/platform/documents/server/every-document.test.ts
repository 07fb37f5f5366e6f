import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { bringToStatus, buildTransitionBody, saveReason } from '#app/server/testing/document-transitions.ts';
import { type DocumentSample, documentSamples } from '#app/server/testing/document-samples.ts';
import { documents } from '#modules/documents/server/registry.ts';

let api: TestApp;
/** Has all permissions, but no location. */
let userWithoutLocation: TestClient;

beforeAll(async () => {
  api = await createTestApp();
  const permissions = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const rights = { role: 'custom_role_sk', allowedPages: ['*'], permissions };
  const person = { name: 'Nowhere', email: 'nowhere@demo.test', password: 'walnut-harbour', ...rights };
  userWithoutLocation = await api.signIn((await api.as('master').post('/users', person)).body._id);
});
afterAll(() => api.close());

it('every registered kind has a sample', () => {
  expect(Object.keys(documentSamples).toSorted()).toEqual(documents.map(({ type }) => type).toSorted());
});

const buildBody = ({ create }: DocumentSample): Promise<object | undefined> =>
  Promise.resolve(typeof create === 'function' ? create(api) : create);

type Headers = Record<string, string>;
type Call = (client: TestClient, id: string, headers?: Headers) => ReturnType<TestClient['get']>;

/** Changes that can be made to an existing document, by name. */
function listWrites(
  path: string,
  { edit, move, isDeletable }: DocumentSample,
): [operation: string, call: Call][] {
  const change =
    ({ method, body }: DocumentSample['move']): Call =>
    (client, id, headers) =>
      client[method](`${path}/${id}`, body, headers);
  return [
    ...(edit ? [['edit', change(edit)] as [string, Call]] : []),
    ['transition', change(move)],
    ...(isDeletable
      ? [['delete', (client, id, headers) => client.delete(`${path}/${id}`, headers)] as [string, Call]]
      : []),
  ];
}

const kinds = documents.map(({ type, collection }) => {
  const sample = documentSamples[type] as DocumentSample;
  const path = `/${collection}`;
  return { type, path, sample, writes: listWrites(path, sample) };
});

describe.each(kinds)('$type', ({ path, sample, writes }) => {
  const reads: [string, Call][] = [
    ['one', (client, id) => client.get(`${path}/${id}`)],
    ['history', (client, id) => client.get(`${path}/${id}/history`)],
    ['photos', (client, id) => client.get(`${path}/${id}/attachments`)],
  ];
  const listIds = async (client: TestClient): Promise<string[]> => {
    const { status, body, text } = await client.get(path);
    expect(status, text).toBe(200);
    return (Array.isArray(body) ? body : body.orders).map(({ _id }: { _id: string }) => _id);
  };
  const getVersion = async (id: string): Promise<number> =>
    (await api.as('branch').get(`${path}/${id}`)).body.version;
  const getSteps = async (id: string): Promise<unknown[]> =>
    (await api.as('branch').get(`${path}/${id}/history`)).body;

  it('is hidden (404) from another branch and from a user without a location', async () => {
    const id = await sample.make(api, 'branch');
    expect(await listIds(api.as('branch'))).toContain(id);
    for (const client of [api.as('branch2'), userWithoutLocation]) {
      expect(await listIds(client)).not.toContain(id);
      for (const [operation, call] of [...reads, ...writes]) {
        const [hidden, missing] = [await call(client, id), await call(client, 'none')];
        expect([operation, hidden.status, missing.status]).toEqual([operation, 404, 404]);
        expect(hidden.body.error).toBe(missing.body.error);
      }
    }
    expect([await getVersion(id), (await getSteps(id)).length]).toEqual([1, 1]);
  });

  it('can be read but not changed with view permission only', async () => {
    const id = await sample.make(api, 'branch');
    const viewer = api.as('viewer');
    expect(await listIds(viewer)).toContain(id);
    for (const [operation, call] of reads)
      expect([operation, (await call(viewer, id)).status]).toEqual([operation, 200]);
    for (const [operation, call] of writes)
      expect([operation, (await call(viewer, id)).status]).toEqual([operation, 403]);
    if (sample.create) expect((await viewer.post(path, await buildBody(sample))).status).toBe(403);
    expect(await getVersion(id)).toBe(1);
  });

  it.runIf(sample.create)('is created once if the request is repeated', async () => {
    const before = await listIds(api.as('branch'));
    const key = { 'idempotency-key': `make-${path}` };
    const body = await buildBody(sample);
    const [first, repeated] = [
      await api.as('branch').post(path, body, key),
      await api.as('branch').post(path, body, key),
    ];
    expect([first.status, repeated.status, repeated.body._id]).toEqual([201, 201, first.body._id]);
    expect((await listIds(api.as('branch'))).length).toBe(before.length + 1);
    expect(await getSteps(first.body._id)).toHaveLength(1);
  });

  it.each(writes)('%s: is applied once if the request is repeated', async (operation, call) => {
    const id = await sample.make(api, 'branch');
    const key = { 'idempotency-key': `${operation}-${id}` };
    const [first, repeated] = [await call(api.as('branch'), id, key), await call(api.as('branch'), id, key)];
    expect([first.status, repeated.status]).toEqual(operation === 'delete' ? [204, 204] : [200, 200]);
    expect(repeated.body).toEqual(first.body);
    if (operation !== 'delete') expect(await getVersion(id)).toBe(2);
  });

  it.each(writes)('%s: is rejected with the current document after a concurrent change', async (_, call) => {
    const id = await sample.make(api, 'branch');
    const stale = await call(api.as('branch'), id, { 'if-match': '"7"' });
    expect(stale.status, stale.text).toBe(412);
    expect(stale.body).toMatchObject({
      code: 'STALE_VERSION',
      details: { current: { _id: id, version: 1 } },
    });
    expect([await getVersion(id), (await getSteps(id)).length]).toEqual([1, 1]);
    expect((await call(api.as('branch'), id, { 'if-match': '"1"' })).status).toBeLessThan(300);
  });

  it.runIf(sample.isDeletable)(
    'returns 404 to every request after it has been deleted by another user',
    async () => {
      const id = await sample.make(api, 'branch');
      expect((await api.as('admin').delete(`${path}/${id}`)).status).toBe(204);
      for (const [operation, call] of [...reads, ...writes])
        expect([operation, (await call(api.as('branch'), id)).status]).toEqual([operation, 404]);
      expect(await listIds(api.as('branch'))).not.toContain(id);
    },
  );

  it('records who made a transition, and records it only once', async () => {
    const id = await sample.make(api, 'branch');
    const [, call] = writes.find(([operation]) => operation === 'transition') ?? [];
    const moved = await call?.(api.as('branch'), id);
    expect(moved?.status, moved?.text).toBe(200);
    const steps = (await getSteps(id)) as { from: string | null; to: string; byName: string }[];
    const user = (await api.as('branch').get('/users/profile')).body.name;
    expect(steps).toHaveLength(2);
    expect(steps[1]).toMatchObject({ from: steps[0]?.to, to: moved?.body.status, byName: user });
    // Repeating the transition changes nothing: either the status is already set, or the request is rejected.
    await call?.(api.as('branch'), id);
    expect(((await getSteps(id)) as typeof steps).filter(({ from, to }) => from !== to)).toHaveLength(2);
  });
});

const transitionsWithReason = documents.flatMap((document) =>
  document.lifecycle.transitions
    .filter(({ reason }) => reason)
    .map((transition) => ({
      document,
      transition,
      name: `${document.type}: ${transition.verb} from ${transition.from}`,
    })),
);

describe('rejects a transition without its required reason, and applies it with one', () => {
  it.each(transitionsWithReason)('$name', async ({ document, transition }) => {
    const { type, collection } = document;
    const admin = api.as('admin');
    const sample = documentSamples[type] as DocumentSample;
    const id = await (sample.createForStatus?.[transition.from]?.(api) ?? sample.make(api, 'branch'));
    expect(await bringToStatus(admin, document, id, transition.from)).toBe(true);
    const path = `/${collection}/${id}`;
    const before = (await admin.get(path)).body;
    for (const body of [{ status: transition.to }, { status: transition.to, transitionReason: ' ' }]) {
      const { status, body: response } = await admin.patch(path, body);
      // Kinds for which the reason must be saved first don't accept it together with the status.
      if ('transitionReason' in body && response.fields?.status !== undefined) continue;
      expect([status, response.code, Object.keys(response.fields)]).toEqual([
        422,
        'VALIDATION',
        ['transitionReason'],
      ]);
    }
    expect((await admin.get(path)).body).toEqual(before);
    await saveReason(admin, document, id);
    const response = await admin.patch(path, buildTransitionBody(document, transition));
    expect([response.status, response.body.status], response.text).toEqual([200, transition.to]);
    const steps = (await admin.get(`${path}/history`)).body;
    expect(steps.at(-1)).toMatchObject({ from: transition.from, to: transition.to, reason: 'On purpose' });
  });
});

it('leaves a consistent ledger', async () => {
  expect(await reconcile(api.db.read)).toEqual([]);
});
