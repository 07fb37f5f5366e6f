import { afterAll, describe, expect, it } from 'vitest';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { ids } from '#app/server/testing/ids.ts';
import { openBusiness, countByStatus } from './business.ts';
import { engines, stopEngines } from './engines.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';

const clients = 20;
const rounds = chooseRepetitions(5, 50);

afterAll(stopEngines);

const buildBody = (notes: string) => ({
  deliveryDate: '2026-03-06',
  notes,
  items: [{ itemId: ids.items.flour, orderQty: 1 }],
});

describe.each(engines)('F4 and F5: idempotency keys on $name', (engine) => {
  it(`F4: ${clients} clients with one key create one order, ${rounds} times; a replay is byte-equal, even after a restart`, async () => {
    const t = await openBusiness(engine);
    const responses: { key: string; text: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const key = `F4-${round}`;
      const send = () => t.as('branch').post('/orders', buildBody(key), { 'idempotency-key': key });
      const answers = await Promise.all(Array.from({ length: clients }, send));
      expect([round, countByStatus(answers)]).toEqual([round, { 201: clients }]);
      expect(new Set(answers.map((response) => response.text)).size).toBe(1);
      responses.push({ key, text: answers[0]?.text ?? '' });
    }
    const restarted = await t.restart();
    for (const { key, text } of responses) {
      const replay = await restarted(t.as('branch')).post('/orders', buildBody(key), {
        'idempotency-key': key,
      });
      expect([replay.status, replay.text]).toEqual([201, text]);
    }
    const orders = await t.db.read.selectFrom('orders').select('notes').execute();
    expect(orders).toHaveLength(rounds);
    expect(await reconcile(t.db.read)).toEqual([]);
    recordMeasurement('F4', engine.name, {
      clients,
      rounds,
      orders: orders.length,
      'replays byte-equal': rounds,
    });
    await t.drop();
  });

  it('F5: rejects a key with a different body, and treats another user’s identical key as a new one', async () => {
    const t = await openBusiness(engine);
    const key = { 'idempotency-key': 'F5' };
    const first = await t.as('branch').post('/orders', buildBody('one'), key);
    const responses = await Promise.all(
      Array.from({ length: clients }, (_, n) => t.as('branch').post('/orders', buildBody(`other ${n}`), key)),
    );
    expect(countByStatus(responses)).toEqual({ 422: clients });
    expect(responses[0]?.body.code).toBe('IDEMPOTENCY_MISMATCH');
    const otherPath = await t
      .as('branch')
      .patch(`/orders/${first.body._id}`, { status: 'Under Review' }, key);
    expect(otherPath.status).toBe(422);
    const otherUser = await t.as('branch2').post('/orders', buildBody('one'), key);
    expect(otherUser.status).toBe(201);
    expect(otherUser.body._id).not.toBe(first.body._id);
    expect(await t.db.read.selectFrom('orders').select('_id').execute()).toHaveLength(2);
    recordMeasurement('F5', engine.name, {
      'requests with another body rejected': clients,
      'other user': 'independent',
    });
    await t.drop();
  });
});
