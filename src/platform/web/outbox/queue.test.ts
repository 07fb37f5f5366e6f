import { describe, expect, test } from 'vitest';
import { dayMs } from '#core/day.ts';
import type { DeviceMoment } from '#platform/web/device-clock.ts';
import { deviceCodes, type EntryDraft, newLocalId, type Queue } from './entry.ts';
import * as adding from './add-to-queue.ts';
import * as transitions from './queue.ts';

const queues = { ...adding, ...transitions };

/** Returns the moment `ms` milliseconds after the device started, with its clock unchanged. */
const toMoment = (ms: number): DeviceMoment => ({ page: 'p', steadyMs: ms, wallMs: ms, aheadMs: 0 });
const oldDeviceRefusal = {
  code: deviceCodes.old,
  status: 0,
  message: 'Old',
  fields: {},
  details: {},
  requestId: null,
};
const send = (queue: Queue, id: string, ms = 0) =>
  queues.markSending(queue, id, toMoment(ms), () => oldDeviceRefusal);
const findNext = (queue: Queue) => queues.listReadyEntries(queue)[0] ?? null;

const localId = newLocalId('11111111-2222-4333-8444-555555555555');
let serial = 0;

function buildDraft(overrides: Partial<EntryDraft> = {}): EntryDraft {
  return {
    kind: 'orders.edit',
    documentKey: 'orders/o1',
    label: 'Edit order',
    method: 'patch',
    path: 'orders/o1',
    body: { notes: 'x' },
    ifMatch: 3,
    dedupeKey: 'edit o1',
    ...overrides,
  };
}

function add(queue: Queue, overrides: Partial<EntryDraft> = {}) {
  serial += 1;
  return queues.addToQueue(queue, buildDraft(overrides), {
    id: `e${serial}`,
    idempotencyKey: `k${serial}`,
    now: toMoment(serial),
  });
}

const create = {
  kind: 'orders.create',
  documentKey: `orders/${localId}`,
  method: 'post',
  path: 'orders',
  ifMatch: null,
  dedupeKey: 'draft 1',
  isSingleUse: true,
} as const;
const submit = {
  kind: 'orders.move',
  documentKey: `orders/${localId}`,
  path: `orders/${localId}`,
  body: { status: 'Under Review' },
  ifMatch: 1,
  dedupeKey: 'submit',
} as const;
const refusal = { code: 'VALIDATION', status: 422, message: 'No', fields: {}, details: {}, requestId: null };
const emptyQueue = queues.createEmptyQueue('u1');

describe('the same action twice', () => {
  test('a double click is one entry with one key', () => {
    const first = add(emptyQueue);
    const second = add(first.queue);
    expect(second.entry).toBe(first.entry);
    expect(second.queue.entries).toHaveLength(1);
  });

  test('the same key with different content is a separate action, so that no input is lost', () => {
    const first = add(emptyQueue);
    const second = add(first.queue, { body: { notes: 'y' } });
    expect(second.queue.entries.map((entry) => entry.body)).toEqual([{ notes: 'x' }, { notes: 'y' }]);
  });

  test('do, undo and redo are three actions; only a repeat of the latest one is a double click', () => {
    const doAction = { body: { pickedQty: 2 }, dedupeKey: 'to 2' };
    const undoAction = { body: { pickedQty: null }, dedupeKey: 'to null' };
    const withUndo = add(add(emptyQueue, doAction).queue, undoAction).queue;
    const repeated = add(add(withUndo, doAction).queue, doAction);
    expect(repeated.queue.entries.map(({ body }) => body)).toEqual([
      doAction.body,
      undoAction.body,
      doAction.body,
    ]);
  });

  test('an action can be repeated after it has been sent', () => {
    const first = add(emptyQueue);
    const sent = queues.markSent(first.queue, first.entry.id, { _id: 'o1', version: 4 }, 10);
    expect(add(sent).queue.entries).toHaveLength(2);
  });

  test('a one-time action is not repeated, even after sending and with different content (two tabs, one draft)', () => {
    const first = add(emptyQueue, create);
    const sent = queues.markSent(first.queue, first.entry.id, { _id: 'o9', version: 1 }, 10);
    expect(add(sent, { ...create, body: { items: [] } }).entry.id).toBe(first.entry.id);
  });

  test('repeating a rejected action replaces its content and its key in place', () => {
    const first = add(emptyQueue);
    const refused = queues.markRefused(first.queue, first.entry.id, refusal);
    const repeated = add(refused, { body: { notes: 'corrected' }, ifMatch: 5 });
    expect(repeated.queue.entries).toHaveLength(1);
    expect(repeated.entry).toMatchObject({
      state: 'queued',
      body: { notes: 'corrected' },
      ifMatch: 5,
      lastError: null,
    });
    expect(repeated.entry.idempotencyKey).not.toBe(first.entry.idempotencyKey);
  });
});

describe('the key of an action', () => {
  const deviceError = { ...oldDeviceRefusal, code: deviceCodes.failed };

  test('F12: stays the same until the server rejects the action, regardless of errors on the device', () => {
    const first = add(emptyQueue, create);
    for (const error of [
      deviceError,
      oldDeviceRefusal,
      { ...oldDeviceRefusal, code: 'UNREADABLE', status: 200 },
    ]) {
      const attention = queues.markRefused(first.queue, first.entry.id, error);
      const repeated = add(attention, { ...create, body: { notes: 'corrected' } });
      expect(repeated.queue.entries).toHaveLength(1);
      expect(repeated.entry).toMatchObject({
        idempotencyKey: first.entry.idempotencyKey,
        state: 'queued',
        body: { notes: 'corrected' },
      });
    }
  });

  test('an action that is stored twice because the device did not confirm the first time is one entry', () => {
    const added = { id: 'e', idempotencyKey: 'k', now: toMoment(0) };
    const first = queues.addToQueue(emptyQueue, buildDraft({ dedupeKey: null }), added);
    const second = queues.addToQueue(first.queue, buildDraft({ dedupeKey: null }), added);
    expect(second.queue.entries).toHaveLength(1);
  });

  const [day, hour] = [dayMs, 3_600_000];

  test("F12: an action older than the server's idempotency-key retention needs one confirmation, and keeps its key", () => {
    const { queue, entry } = add(emptyQueue);
    expect(send(queue, entry.id, 6 * day).entries[0]?.state).toBe('sending');
    const tooOld = send(queue, entry.id, 7 * day);
    expect(tooOld.entries[0]).toMatchObject({
      state: 'needs-attention',
      attempts: 0,
      lastError: oldDeviceRefusal,
    });
    expect(findNext(tooOld)).toBeNull();
    const confirmed = queues.retry(tooOld, entry.id, toMoment(7 * day));
    expect(send(confirmed, entry.id, 7 * day + hour).entries[0]).toMatchObject({
      state: 'sending',
      idempotencyKey: entry.idempotencyKey,
    });
    // A week later, the server may have forgotten the key again.
    expect(send(confirmed, entry.id, 15 * day).entries[0]?.state).toBe('needs-attention');
  });

  test('a retry counts as confirmation only if confirmation was requested', () => {
    const { queue, entry } = add(emptyQueue);
    const retried = queues.retry(queue, entry.id, toMoment(day));
    expect(send(retried, entry.id, 8 * day).entries[0]?.state).toBe('needs-attention');
  });
});

describe('order per document', () => {
  test('the second action waits for the first; actions on other documents don’t wait', () => {
    const a1 = add(emptyQueue, { dedupeKey: 'a1' });
    const a2 = add(a1.queue, { dedupeKey: 'a2' });
    const b1 = add(a2.queue, { dedupeKey: 'b1', documentKey: 'orders/o2' });
    const sending = send(b1.queue, a1.entry.id);
    expect(findNext(sending)?.id).toBe(b1.entry.id);
    const refused = queues.markRefused(sending, a1.entry.id, refusal);
    expect(findNext(queues.markSent(refused, b1.entry.id, null, 5))).toBeNull();
  });

  test('a wait ends when its time is up, or on reconnect, retry or reload', () => {
    const { queue, entry } = add(emptyQueue);
    const waiting = queues.markWaiting(queue, entry.id, refusal, 500);
    const getWaitMs = (waitingQueue: Queue) => findNext(waitingQueue)?.waitMs;
    expect(getWaitMs(waiting)).toBe(500);
    expect(getWaitMs(queues.retryAll(waiting))).toBe(0);
    expect(getWaitMs(queues.retry(waiting, entry.id, toMoment(0)))).toBe(0);
    // Regardless of the device's date.
    expect([-1, 1].map((days) => getWaitMs(queues.recover(waiting, days * dayMs)))).toEqual([0, 0]);
  });
});

describe('applying a response to later actions', () => {
  test('the id of a new document replaces the local one in path, body and key', () => {
    const added = add(emptyQueue, create);
    const queue = add(added.queue, { ...submit, body: { status: 'Under Review', orderId: localId } }).queue;
    const sent = queues.markSent(queue, added.entry.id, { _id: 'o9', version: 1 }, 10);
    expect(sent.entries[1]).toMatchObject({
      documentKey: 'orders/o9',
      path: 'orders/o9',
      body: { status: 'Under Review', orderId: 'o9' },
    });
  });

  test('an action that is queued for the local id after the response is sent to the server’s document', () => {
    const added = add(emptyQueue, create);
    const sent = queues.markSent(added.queue, added.entry.id, { order: { _id: 'o9', version: 1 } }, 10);
    expect(add(sent, submit).entry).toMatchObject({ documentKey: 'orders/o9', path: 'orders/o9' });
  });

  test('the version from the user’s own change applies to actions queued before or after the response', () => {
    const edit = add(emptyQueue, { dedupeKey: 'a' });
    const followUp = add(edit.queue, { dedupeKey: 'b' });
    const sent = queues.markSent(followUp.queue, edit.entry.id, { _id: 'o1', version: 4 }, 10);
    expect(sent.entries[1]?.ifMatch).toBe(4);
    expect(add(sent, { dedupeKey: 'c', ifMatch: 3 }).entry.ifMatch).toBe(4);
  });

  test('a version outdated by another user’s change is not updated, so that the server rejects the action', () => {
    const edit = add(emptyQueue, { dedupeKey: 'a', ifMatch: 3 });
    const sent = queues.markSent(edit.queue, edit.entry.id, { _id: 'o1', version: 4 }, 10);
    expect(add(sent, { dedupeKey: 'c', ifMatch: 2 }).entry.ifMatch).toBe(2);
  });

  test('an action without a version stays without one', () => {
    const edit = add(emptyQueue, { dedupeKey: 'a' });
    const followUp = add(edit.queue, { dedupeKey: 'b', ifMatch: null });
    expect(
      queues.markSent(followUp.queue, edit.entry.id, { _id: 'o1', version: 4 }, 10).entries[1]?.ifMatch,
    ).toBeNull();
  });
});

describe('discarding and reloading', () => {
  test('discarding an action also discards later actions on the document, and no others', () => {
    const added = add(emptyQueue, create);
    const other = add(added.queue, { documentKey: 'orders/o2', dedupeKey: 'other' });
    const dependent = add(other.queue, submit);
    expect(queues.countFollowers(dependent.queue, added.entry.id)).toBe(1);
    expect(queues.discard(dependent.queue, added.entry.id).entries.map((entry) => entry.id)).toEqual([
      other.entry.id,
    ]);
  });

  test('a sent action cannot be discarded', () => {
    const { queue, entry } = add(emptyQueue);
    const sent = queues.markSent(queue, entry.id, { _id: 'o1' }, 10);
    expect(queues.discard(sent, entry.id)).toBe(sent);
  });

  test('a reload during sending resends under the same key', () => {
    const { queue, entry } = add(emptyQueue);
    const recovered = queues.recover(send(queue, entry.id), 20);
    expect(recovered.entries[0]).toMatchObject({
      state: 'queued',
      idempotencyKey: entry.idempotencyKey,
      attempts: 1,
    });
  });

  test('responses are dropped after ten minutes, keys of one-time actions later', () => {
    const added = add(emptyQueue, create);
    const edit = add(added.queue, { dedupeKey: 'z' });
    const sent = queues.markSent(
      queues.markSent(edit.queue, added.entry.id, { _id: 'o9' }, 0),
      edit.entry.id,
      {},
      0,
    );
    const later = queues.recover(sent, 11 * 60_000);
    expect(later.entries.map(({ id, response }) => [id, response])).toEqual([[added.entry.id, null]]);
    expect(queues.recover(sent, 8 * dayMs).entries).toEqual([]);
  });

  test('signing out deletes responses, but not unsent actions', () => {
    const added = add(emptyQueue, create);
    const edit = add(added.queue, { dedupeKey: 'z', documentKey: 'orders/o3' });
    const remaining = queues.dropOldResponses(
      queues.markSent(edit.queue, added.entry.id, { _id: 'o9', secret: 1 }, 0),
    );
    expect(remaining.entries.map(({ id, response, body }) => [id, response, body])).toEqual([
      [added.entry.id, null, null],
      [edit.entry.id, null, { notes: 'x' }],
    ]);
  });
});

describe('merged entries', () => {
  const buildEvents = (...qtys: number[]) => ({
    kind: 'stock-counts.count',
    documentKey: 'stock-counts/c1',
    mergeableList: 'events',
    body: { events: qtys.map((qty) => ({ qty })) },
    ifMatch: null,
    dedupeKey: `event ${qtys.join(' ')}`,
  });
  const getBodies = (queue: Queue) => queue.entries.map(({ body }) => body);

  test('are appended to a queued action that was never attempted, under its key', () => {
    const first = add(emptyQueue, buildEvents(1));
    const second = add(first.queue, buildEvents(2));
    // The second entry is sent with its delay.
    expect(getBodies(second.queue)).toEqual([{ events: [{ qty: 1 }, { qty: 2, afterMs: 1 }] }]);
    expect(second.entry.idempotencyKey).toBe(first.entry.idempotencyKey);
  });

  test('are not appended to an action that the server may have received', () => {
    const tried = add(send(add(emptyQueue, buildEvents(1)).queue, `e${serial}`), buildEvents(2));
    expect(getBodies(tried.queue)).toEqual([{ events: [{ qty: 1 }] }, { events: [{ qty: 2 }] }]);
    const later = queues.markWaiting(tried.queue, tried.queue.entries[0]?.id ?? '', refusal, 9);
    expect(getBodies(add(later, buildEvents(3)).queue)).toEqual([
      { events: [{ qty: 1 }] },
      { events: [{ qty: 2 }, { qty: 3, afterMs: 1 }] },
    ]);
  });

  const invalid = { ...refusal, status: 422, code: 'VALIDATION' };
  /**
   * Sends all due entries; the server rejects requests that contain an invalid quantity. Returns the accepted
   * quantities.
   */
  function drain(
    queue: Queue,
    invalidQtys: readonly number[],
  ): { queue: Queue; accepted: number[]; calls: number } {
    const accepted: number[] = [];
    let [current, calls] = [queue, 0];
    for (let due = findNext(current); due; due = findNext(current)) {
      calls += 1;
      const qtys = (due.body as { events: { qty: number }[] }).events.map(({ qty }) => qty);
      current = send(current, due.id);
      if (qtys.some((qty) => invalidQtys.includes(qty)))
        current = queues.markRefused(current, due.id, invalid);
      else {
        current = queues.markSent(current, due.id, null, 9);
        accepted.push(...qtys);
      }
    }
    return { queue: current, accepted, calls };
  }

  test('C9: a rejected element is isolated with its error, and the others are sent', () => {
    const qtys = Array.from({ length: 200 }, (_, qty) => qty);
    const { queue, accepted, calls } = drain(add(emptyQueue, buildEvents(...qtys)).queue, [3, 150]);
    expect(accepted).toEqual(qtys.filter((qty) => qty !== 3 && qty !== 150));
    const unsent = queue.entries.filter(({ state }) => state !== 'sent');
    expect(unsent.map(({ body, state, lastError }) => [body, state, lastError])).toEqual([
      [{ events: [{ qty: 3 }] }, 'needs-attention', invalid],
      [{ events: [{ qty: 150 }] }, 'needs-attention', invalid],
    ]);
    expect(new Set(queue.entries.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(
      queue.entries.length,
    );
    expect(calls).toBeLessThan(40);
  });

  test('C9: later elements are sent despite a rejected one; a status change of the document waits', () => {
    const first = drain(add(emptyQueue, buildEvents(1)).queue, [1]);
    const second = add(first.queue, buildEvents(2));
    const submit = add(second.queue, { documentKey: 'stock-counts/c1', dedupeKey: 'submit' });
    const after = drain(submit.queue, []);
    expect(after.accepted).toEqual([2]);
    expect(findNext(after.queue)).toBeNull();
    // Discarding it discards nothing else, and the queue continues.
    const [refused] = after.queue.entries;
    expect(queues.countFollowers(after.queue, refused?.id ?? '')).toBe(0);
    const discarded = queues.discard(after.queue, refused?.id ?? '');
    expect(findNext(discarded)?.id).toBe(submit.entry.id);
  });

  test('stay merged if rejected for a reason other than their content', () => {
    const added = add(emptyQueue, buildEvents(1, 2));
    const refused = queues.markRefused(added.queue, added.entry.id, { ...refusal, status: 409 });
    expect(getBodies(refused)).toEqual([{ events: [{ qty: 1 }, { qty: 2 }] }]);
  });

  test('are not merged across other actions, or beyond the maximum request size', () => {
    const submitted = add(add(emptyQueue, buildEvents(1)).queue, {
      documentKey: 'stock-counts/c1',
      dedupeKey: 'submit',
    });
    expect(add(submitted.queue, buildEvents(2)).queue.entries).toHaveLength(3);
    const many = add(emptyQueue, buildEvents(...Array.from({ length: 200 }, (_, qty) => qty)));
    expect(add(many.queue, buildEvents(1)).queue.entries).toHaveLength(2);
  });
});
