import { describe, expect, test } from 'vitest';
import { dayMs } from '#core/day.ts';
import type { DeviceMoment } from '#platform/web/device-clock.ts';
import { deviceCodes, type EntryDraft, newLocalId, type Queue } from './entry.ts';
import * as accepting from './accept.ts';
import * as working from './queue.ts';

const queues = { ...accepting, ...working };

/** A moment that many ms after the device was started, with an unchanged clock. */
const moment = (ms: number): DeviceMoment => ({ page: 'p', steadyMs: ms, wallMs: ms, aheadMs: 0 });
const oldDeviceRefusal = {
  code: deviceCodes.old,
  status: 0,
  message: 'Old',
  fields: {},
  details: {},
  requestId: null,
};
const send = (queue: Queue, id: string, ms = 0) =>
  queues.markSending(queue, id, moment(ms), () => oldDeviceRefusal);
const next = (queue: Queue) => queues.readyEntries(queue)[0] ?? null;

const local = newLocalId('11111111-2222-4333-8444-555555555555');
let serial = 0;

function draft(over: Partial<EntryDraft> = {}): EntryDraft {
  return {
    kind: 'orders.edit',
    documentKey: 'orders/o1',
    label: 'Edit order',
    method: 'patch',
    path: 'orders/o1',
    body: { notes: 'x' },
    ifMatch: 3,
    dedupeKey: 'edit o1',
    ...over,
  };
}

function add(queue: Queue, over: Partial<EntryDraft> = {}) {
  serial += 1;
  return queues.addToQueue(queue, draft(over), {
    id: `e${serial}`,
    idempotencyKey: `k${serial}`,
    now: moment(serial),
  });
}

const create = {
  kind: 'orders.create',
  documentKey: `orders/${local}`,
  method: 'post',
  path: 'orders',
  ifMatch: null,
  dedupeKey: 'draft 1',
  isOnce: true,
} as const;
const submit = {
  kind: 'orders.move',
  documentKey: `orders/${local}`,
  path: `orders/${local}`,
  body: { status: 'Under Review' },
  ifMatch: 1,
  dedupeKey: 'submit',
} as const;
const refusal = { code: 'VALIDATION', status: 422, message: 'No', fields: {}, details: {}, requestId: null };
const empty = queues.emptyQueue('u1');

describe('the same action twice', () => {
  test('a double click is one entry with one key', () => {
    const first = add(empty);
    const second = add(first.queue);
    expect(second.entry).toBe(first.entry);
    expect(second.queue.entries).toHaveLength(1);
  });

  test('other content under the same key is another action: no input is lost', () => {
    const first = add(empty);
    const second = add(first.queue, { body: { notes: 'y' } });
    expect(second.queue.entries.map((entry) => entry.body)).toEqual([{ notes: 'x' }, { notes: 'y' }]);
  });

  test('do, undo and redo are three actions, and only the last can be a double click', () => {
    const done = { body: { pickedQty: 2 }, dedupeKey: 'to 2' };
    const undone = { body: { pickedQty: null }, dedupeKey: 'to null' };
    const twice = add(add(empty, done).queue, undone).queue;
    const again = add(add(twice, done).queue, done);
    expect(again.queue.entries.map(({ body }) => body)).toEqual([done.body, undone.body, done.body]);
  });

  test('after it was sent, the same action can be repeated', () => {
    const first = add(empty);
    const sent = queues.markSent(first.queue, first.entry.id, { _id: 'o1', version: 4 }, 10);
    expect(add(sent).queue.entries).toHaveLength(2);
  });

  test('a one-time action stays one, even after sending and with other content (two tabs, one draft)', () => {
    const first = add(empty, create);
    const sent = queues.markSent(first.queue, first.entry.id, { _id: 'o9', version: 1 }, 10);
    expect(add(sent, { ...create, body: { items: [] } }).entry.id).toBe(first.entry.id);
  });

  test('a refused action that is repeated takes the new content and a new key, in its place', () => {
    const first = add(empty);
    const refused = queues.markRefused(first.queue, first.entry.id, refusal);
    const again = add(refused, { body: { notes: 'mended' }, ifMatch: 5 });
    expect(again.queue.entries).toHaveLength(1);
    expect(again.entry).toMatchObject({
      state: 'queued',
      body: { notes: 'mended' },
      ifMatch: 5,
      lastError: null,
    });
    expect(again.entry.idempotencyKey).not.toBe(first.entry.idempotencyKey);
  });
});

describe('the key of an action', () => {
  const device = { ...oldDeviceRefusal, code: deviceCodes.failed };

  test('F12: it stays until the server has refused it, regardless of events on the device', () => {
    const first = add(empty, create);
    for (const error of [
      device,
      oldDeviceRefusal,
      { ...oldDeviceRefusal, code: 'UNREADABLE', status: 200 },
    ]) {
      const attention = queues.markRefused(first.queue, first.entry.id, error);
      const again = add(attention, { ...create, body: { notes: 'mended' } });
      expect(again.queue.entries).toHaveLength(1);
      expect(again.entry).toMatchObject({
        idempotencyKey: first.entry.idempotencyKey,
        state: 'queued',
        body: { notes: 'mended' },
      });
    }
  });

  test('an action stored twice, because the device did not confirm the first time, is one', () => {
    const added = { id: 'e', idempotencyKey: 'k', now: moment(0) };
    const first = queues.addToQueue(empty, draft({ dedupeKey: null }), added);
    const second = queues.addToQueue(first.queue, draft({ dedupeKey: null }), added);
    expect(second.queue.entries).toHaveLength(1);
  });

  const [day, hour] = [dayMs, 3_600_000];

  test('F12: an action older than the server’s key memory needs one confirmation, and is sent under its key', () => {
    const { queue, entry } = add(empty);
    expect(send(queue, entry.id, 6 * day).entries[0]?.state).toBe('sending');
    const old = send(queue, entry.id, 7 * day);
    expect(old.entries[0]).toMatchObject({
      state: 'needs-attention',
      attempts: 0,
      lastError: oldDeviceRefusal,
    });
    expect(next(old)).toBeNull();
    const confirmed = queues.retry(old, entry.id, moment(7 * day));
    expect(send(confirmed, entry.id, 7 * day + hour).entries[0]).toMatchObject({
      state: 'sending',
      idempotencyKey: entry.idempotencyKey,
    });
    // A week later the server may have forgotten it again.
    expect(send(confirmed, entry.id, 15 * day).entries[0]?.state).toBe('needs-attention');
  });

  test('a retry confirms only a question that was shown', () => {
    const { queue, entry } = add(empty);
    const tried = queues.retry(queue, entry.id, moment(day));
    expect(send(tried, entry.id, 8 * day).entries[0]?.state).toBe('needs-attention');
  });
});

describe('order per document', () => {
  test('the second action waits for the first, another document does not', () => {
    const a1 = add(empty, { dedupeKey: 'a1' });
    const a2 = add(a1.queue, { dedupeKey: 'a2' });
    const b1 = add(a2.queue, { dedupeKey: 'b1', documentKey: 'orders/o2' });
    const sending = send(b1.queue, a1.entry.id);
    expect(next(sending)?.id).toBe(b1.entry.id);
    const refused = queues.markRefused(sending, a1.entry.id, refusal);
    expect(next(queues.markSent(refused, b1.entry.id, null, 5))).toBeNull();
  });

  test('a wait is a duration, and ends with the connection, a retry or a reload', () => {
    const { queue, entry } = add(empty);
    const waiting = queues.markWaiting(queue, entry.id, refusal, 500);
    const left = (later: Queue) => next(later)?.waitMs;
    expect(left(waiting)).toBe(500);
    expect(left(queues.retryAll(waiting))).toBe(0);
    expect(left(queues.retry(waiting, entry.id, moment(0)))).toBe(0);
    // Regardless of the device's date.
    expect([-1, 1].map((days) => left(queues.recover(waiting, days * dayMs)))).toEqual([0, 0]);
  });
});

describe('continuing from the response', () => {
  test('the id of a new document replaces the local one in path, body and key', () => {
    const added = add(empty, create);
    const queue = add(added.queue, { ...submit, body: { status: 'Under Review', of: local } }).queue;
    const sent = queues.markSent(queue, added.entry.id, { _id: 'o9', version: 1 }, 10);
    expect(sent.entries[1]).toMatchObject({
      documentKey: 'orders/o9',
      path: 'orders/o9',
      body: { status: 'Under Review', of: 'o9' },
    });
  });

  test('an action queued on the local id after the response goes to the real document', () => {
    const added = add(empty, create);
    const sent = queues.markSent(added.queue, added.entry.id, { order: { _id: 'o9', version: 1 } }, 10);
    expect(add(sent, submit).entry).toMatchObject({ documentKey: 'orders/o9', path: 'orders/o9' });
  });

  test('the version of our own change is applied, whether queued before or after the response', () => {
    const edit = add(empty, { dedupeKey: 'a' });
    const move = add(edit.queue, { dedupeKey: 'b' });
    const sent = queues.markSent(move.queue, edit.entry.id, { _id: 'o1', version: 4 }, 10);
    expect(sent.entries[1]?.ifMatch).toBe(4);
    expect(add(sent, { dedupeKey: 'c', ifMatch: 3 }).entry.ifMatch).toBe(4);
  });

  test('a version advanced by someone else is left as it is, so that the server refuses the action', () => {
    const edit = add(empty, { dedupeKey: 'a', ifMatch: 3 });
    const sent = queues.markSent(edit.queue, edit.entry.id, { _id: 'o1', version: 4 }, 10);
    expect(add(sent, { dedupeKey: 'c', ifMatch: 2 }).entry.ifMatch).toBe(2);
  });

  test('an action without a version stays without one', () => {
    const edit = add(empty, { dedupeKey: 'a' });
    const move = add(edit.queue, { dedupeKey: 'b', ifMatch: null });
    expect(
      queues.markSent(move.queue, edit.entry.id, { _id: 'o1', version: 4 }, 10).entries[1]?.ifMatch,
    ).toBeNull();
  });
});

describe('discarding and reloading', () => {
  test('discarding an action discards its followers on the document, and nothing else', () => {
    const added = add(empty, create);
    const other = add(added.queue, { documentKey: 'orders/o2', dedupeKey: 'other' });
    const follow = add(other.queue, submit);
    expect(queues.followers(follow.queue, added.entry.id)).toBe(1);
    expect(queues.discard(follow.queue, added.entry.id).entries.map((entry) => entry.id)).toEqual([
      other.entry.id,
    ]);
  });

  test('a sent action cannot be discarded', () => {
    const { queue, entry } = add(empty);
    const sent = queues.markSent(queue, entry.id, { _id: 'o1' }, 10);
    expect(queues.discard(sent, entry.id)).toBe(sent);
  });

  test('a reload during sending resends under the same key', () => {
    const { queue, entry } = add(empty);
    const back = queues.recover(send(queue, entry.id), 20);
    expect(back.entries[0]).toMatchObject({
      state: 'queued',
      idempotencyKey: entry.idempotencyKey,
      attempts: 1,
    });
  });

  test('responses are dropped after ten minutes, keys of one-time actions later', () => {
    const added = add(empty, create);
    const edit = add(added.queue, { dedupeKey: 'z' });
    const sent = queues.markSent(
      queues.markSent(edit.queue, added.entry.id, { _id: 'o9' }, 0),
      edit.entry.id,
      {},
      0,
    );
    const later = queues.recover(sent, 11 * 60_000);
    expect(later.entries.map(({ id, answer }) => [id, answer])).toEqual([[added.entry.id, null]]);
    expect(queues.recover(sent, 8 * dayMs).entries).toEqual([]);
  });

  test('signing out keeps unsent actions and drops responses', () => {
    const added = add(empty, create);
    const edit = add(added.queue, { dedupeKey: 'z', documentKey: 'orders/o3' });
    const left = queues.dropOldAnswers(
      queues.markSent(edit.queue, added.entry.id, { _id: 'o9', secret: 1 }, 0),
    );
    expect(left.entries.map(({ id, answer, body }) => [id, answer, body])).toEqual([
      [added.entry.id, null, null],
      [edit.entry.id, null, { notes: 'x' }],
    ]);
  });
});

describe('joined entries', () => {
  const events = (...qtys: number[]) => ({
    kind: 'stock-counts.count',
    documentKey: 'stock-counts/c1',
    joins: 'events',
    body: { events: qtys.map((qty) => ({ qty })) },
    ifMatch: null,
    dedupeKey: `event ${qtys.join(' ')}`,
  });
  const bodies = (queue: Queue) => queue.entries.map(({ body }) => body);

  test('join an action that waits and was never attempted, under its key', () => {
    const first = add(empty, events(1));
    const second = add(first.queue, events(2));
    // The second entry with its delay.
    expect(bodies(second.queue)).toEqual([{ events: [{ qty: 1 }, { qty: 2, afterMs: 1 }] }]);
    expect(second.entry.idempotencyKey).toBe(first.entry.idempotencyKey);
  });

  test('do not join one that the server may have received', () => {
    const tried = add(send(add(empty, events(1)).queue, `e${serial}`), events(2));
    expect(bodies(tried.queue)).toEqual([{ events: [{ qty: 1 }] }, { events: [{ qty: 2 }] }]);
    const later = queues.markWaiting(tried.queue, tried.queue.entries[0]?.id ?? '', refusal, 9);
    expect(bodies(add(later, events(3)).queue)).toEqual([
      { events: [{ qty: 1 }] },
      { events: [{ qty: 2 }, { qty: 3, afterMs: 1 }] },
    ]);
  });

  const tooMuch = { ...refusal, status: 422, code: 'VALIDATION' };
  /** Sends everything due; the server refuses calls with one of these. Returns what it accepted. */
  function drain(queue: Queue, bad: readonly number[]): { queue: Queue; taken: number[]; calls: number } {
    const taken: number[] = [];
    let [rest, calls] = [queue, 0];
    for (let due = next(rest); due; due = next(rest)) {
      calls += 1;
      const qtys = (due.body as { events: { qty: number }[] }).events.map(({ qty }) => qty);
      rest = send(rest, due.id);
      if (qtys.some((qty) => bad.includes(qty))) rest = queues.markRefused(rest, due.id, tooMuch);
      else {
        rest = queues.markSent(rest, due.id, null, 9);
        taken.push(...qtys);
      }
    }
    return { queue: rest, taken, calls };
  }

  test('C9: a refused piece refuses no other, and is isolated with its own response', () => {
    const all = Array.from({ length: 200 }, (_, qty) => qty);
    const { queue, taken, calls } = drain(add(empty, events(...all)).queue, [3, 150]);
    expect(taken).toEqual(all.filter((qty) => qty !== 3 && qty !== 150));
    const left = queue.entries.filter(({ state }) => state !== 'sent');
    expect(left.map(({ body, state, lastError }) => [body, state, lastError])).toEqual([
      [{ events: [{ qty: 3 }] }, 'needs-attention', tooMuch],
      [{ events: [{ qty: 150 }] }, 'needs-attention', tooMuch],
    ]);
    expect(new Set(queue.entries.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(
      queue.entries.length,
    );
    expect(calls).toBeLessThan(40);
  });

  test('C9: entries behind a refused piece are sent; a decision on the document waits', () => {
    const first = drain(add(empty, events(1)).queue, [1]);
    const second = add(first.queue, events(2));
    const submit = add(second.queue, { documentKey: 'stock-counts/c1', dedupeKey: 'submit' });
    const after = drain(submit.queue, []);
    expect(after.taken).toEqual([2]);
    expect(next(after.queue)).toBeNull();
    // Discarding it discards nothing else, and the queue continues.
    const [refused] = after.queue.entries;
    expect(queues.followers(after.queue, refused?.id ?? '')).toBe(0);
    const discarded = queues.discard(after.queue, refused?.id ?? '');
    expect(next(discarded)?.id).toBe(submit.entry.id);
  });

  test('entries refused for a reason other than their content stay together', () => {
    const added = add(empty, events(1, 2));
    const left = queues.markRefused(added.queue, added.entry.id, { ...refusal, status: 409 });
    expect(bodies(left)).toEqual([{ events: [{ qty: 1 }, { qty: 2 }] }]);
  });

  test('are not joined across actions in between, or beyond the maximum call size', () => {
    const submitted = add(add(empty, events(1)).queue, {
      documentKey: 'stock-counts/c1',
      dedupeKey: 'submit',
    });
    expect(add(submitted.queue, events(2)).queue.entries).toHaveLength(3);
    const many = add(empty, events(...Array.from({ length: 200 }, (_, qty) => qty)));
    expect(add(many.queue, events(1)).queue.entries).toHaveLength(2);
  });
});
