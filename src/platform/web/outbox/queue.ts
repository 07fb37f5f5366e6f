import { readId, readNumberValue, unwrapDocument, readRecord } from '#platform/shapes/tolerant.ts';
import { dayMs } from '#core/day.ts';
import { type DeviceMoment, computeElapsedMs } from '#platform/web/device-clock.ts';
import { findEntry, patchEntry, replaceDocumentId } from './add-to-queue.ts';
import {
  deviceCodes,
  type DocumentRecord,
  type EntryError,
  getEnteredAt,
  getDocumentId,
  isLocalId,
  type OutboxEntry,
  type Queue,
} from './entry.ts';

// State transitions of the actions in the queue.

/** Lifetime of sent entries: of their responses, for other tabs, and of the keys of one-time actions. */
const responseLifetimeMs = 10 * 60_000;
const oneTimeKeyLifetimeMs = 7 * dayMs;

/** Lifetime of idempotency keys on the server (API.md), less an hour for transit. */
const keyLifetimeMs = 7 * dayMs - 3_600_000;

/**
 * Returns the entries that may be sent once their waits are over: the first unsent entry of each document,
 * oldest first.
 */
export function listReadyEntries(queue: Queue): OutboxEntry[] {
  return listUnblocked(queue).filter(({ state }) => state === 'queued');
}

/**
 * Marks an action as being sent. An action older than the server's idempotency-key retention needs the user's
 * confirmation first, because an earlier attempt may have arrived and the server would process it twice.
 *
 * @param error creates the message that asks for confirmation
 */
export function markSending(
  queue: Queue,
  id: string,
  now: DeviceMoment,
  error: (ageMs: number) => EntryError,
): Queue {
  return patchEntry(queue, id, (entry) => {
    const ageMs = computeElapsedMs(entry.keyUsedAt ?? getEnteredAt(entry), now);
    if (ageMs > keyLifetimeMs) return { ...entry, state: 'needs-attention', lastError: error(ageMs) };
    return { ...entry, state: 'sending', attempts: entry.attempts + 1 };
  });
}

/**
 * Records the response. Later actions on the document get its version and, if the document is new, its id.
 */
export function markSent(queue: Queue, id: string, response: unknown, now: number): Queue {
  const sent = findEntry(queue, id);
  if (!sent) return queue;
  // A photo doesn't change its document's version, and has its own id.
  if (sent.photo !== undefined)
    return patchEntry(queue, id, (entry) => ({
      ...entry,
      state: 'sent',
      response,
      sentAt: now,
      lastError: null,
    }));
  const row = unwrapDocument(response);
  const serverId = readId(row);
  const localId = getDocumentId(sent.documentKey);
  const hasNewId = isLocalId(localId) && serverId !== null;
  const serverKey = hasNewId ? sent.documentKey.replace(localId, serverId) : sent.documentKey;
  const version = readNumberValue(row['version']);
  const document: DocumentRecord = { id: serverId ?? localId, version, basedOn: sent.ifMatch, at: now };

  const entries = queue.entries.map((entry) => {
    if (entry.id === id) return { ...entry, state: 'sent' as const, response, sentAt: now, lastError: null };
    if (entry.state === 'sent' || entry.documentKey !== sent.documentKey) return entry;
    const next = hasNewId ? replaceDocumentId(entry, localId, serverId) : entry;
    return { ...next, ifMatch: next.ifMatch === null ? null : (version ?? next.ifMatch) };
  });
  const documents = { ...queue.documents, [sent.documentKey]: document, [serverKey]: document };
  return { ...queue, entries, documents };
}

/** Puts an action back into the queue after a failure of the connection, server, session or device. */
export function markWaiting(queue: Queue, id: string, error: EntryError | null, waitMs: number): Queue {
  return patchEntry(queue, id, (entry) => ({ ...entry, state: 'queued', lastError: error, waitMs }));
}

/**
 * Marks an action as rejected: it needs attention and blocks later actions on the document. A merged action
 * may be rejected because of one of its elements, so it is split in half and resent until that element is
 * isolated.
 */
export function markRefused(queue: Queue, id: string, error: EntryError): Queue {
  const refused = findEntry(queue, id);
  const halves = refused && error.status === 422 ? splitInHalves(refused) : [];
  if (halves.length > 0)
    return { ...queue, entries: queue.entries.flatMap((entry) => (entry.id === id ? halves : entry)) };
  return patchEntry(queue, id, (entry) => ({ ...entry, state: 'needs-attention', lastError: error }));
}

/**
 * Splits a merged action in two; returns an empty list for a single element. Neither half can be merged into,
 * because it was attempted.
 */
function splitInHalves(entry: OutboxEntry): OutboxEntry[] {
  const { mergeableList, id, idempotencyKey } = entry;
  const elements = mergeableList === undefined ? null : readRecord(entry.body)[mergeableList];
  if (mergeableList === undefined || !Array.isArray(elements) || elements.length < 2) return [];
  const middle = Math.ceil(elements.length / 2);
  return [elements.slice(0, middle), elements.slice(middle)].map((half, index) => ({
    ...entry,
    id: `${id}.${index}`,
    idempotencyKey: `${idempotencyKey}.${index}`,
    dedupeKey: null,
    body: { ...readRecord(entry.body), [mergeableList]: half },
    state: 'queued',
    waitMs: 0,
    lastError: null,
  }));
}

/** Whether an action's elements are independent, so that a rejected one doesn't block others. */
const hasIndependentElements = ({ mergeableList }: OutboxEntry): boolean => mergeableList !== undefined;

/** Retries at once as the same action. For an action that awaits confirmation, this confirms it. */
export function retry(queue: Queue, id: string, now: DeviceMoment): Queue {
  return patchEntry(queue, id, (entry) => {
    if (entry.state === 'sent') return entry;
    const isConfirmed = entry.lastError?.code === deviceCodes.old;
    return { ...entry, state: 'queued', waitMs: 0, ...(isConfirmed && { keyUsedAt: now, lastError: null }) };
  });
}

/** Ends all waits after the connection has been restored. */
export function retryAll(queue: Queue): Queue {
  return { ...queue, entries: queue.entries.map((entry) => ({ ...entry, waitMs: 0 })) };
}

/** Discards an unsent action and the later actions on the same document. */
export function discard(queue: Queue, id: string): Queue {
  const index = queue.entries.findIndex((entry) => entry.id === id);
  const target = queue.entries[index];
  if (!target || target.state === 'sent') return queue;
  const isDiscarded = (entry: OutboxEntry, at: number) =>
    at === index || (at > index && !hasIndependentElements(target) && isUnsentOn(target.documentKey)(entry));
  return { ...queue, entries: queue.entries.filter((entry, at) => !isDiscarded(entry, at)) };
}

/** Counts the unsent actions that discarding this one would discard too. */
export function countFollowers(queue: Pick<Queue, 'entries'>, id: string): number {
  const index = queue.entries.findIndex((entry) => entry.id === id);
  const target = queue.entries[index];
  if (!target || hasIndependentElements(target)) return 0;
  return queue.entries.slice(index + 1).filter(isUnsentOn(target.documentKey)).length;
}

const isUnsentOn = (documentKey: string) => (entry: OutboxEntry) =>
  entry.documentKey === documentKey && entry.state !== 'sent';

/**
 * Restores the queue after a reload: interrupted actions are resent at once under the same key, and old
 * responses are dropped. Entries sent "in the future" count as old, because the clock was set back.
 *
 * @param now epoch ms
 */
export function recover(queue: Queue, now: number): Queue {
  const ageMs = (at: number) => Math.abs(now - at);
  const entries = queue.entries
    .filter(
      ({ sentAt, isSingleUse }) =>
        sentAt === null || ageMs(sentAt) < (isSingleUse ? oneTimeKeyLifetimeMs : responseLifetimeMs),
    )
    .map((entry) => {
      if (entry.sentAt === null)
        return { ...entry, state: entry.state === 'sending' ? ('queued' as const) : entry.state, waitMs: 0 };
      return ageMs(entry.sentAt) > responseLifetimeMs ? { ...entry, response: null } : entry;
    });
  const recentDocuments = Object.entries(queue.documents).filter(
    ([, document]) => ageMs(document.at) < oneTimeKeyLifetimeMs,
  );
  return { ...queue, entries, documents: Object.fromEntries(recentDocuments) };
}

/** Drops stored responses when the session ends. Unsent actions remain for their owner. */
export function dropOldResponses(queue: Queue): Queue {
  return {
    ...queue,
    entries: queue.entries
      .filter((entry) => entry.state !== 'sent' || entry.isSingleUse)
      .map((entry) => (entry.state === 'sent' ? { ...entry, body: null, response: null } : entry)),
  };
}

/** Returns the actions that aren't blocked by an earlier action on their document. */
function listUnblocked(queue: Queue): OutboxEntry[] {
  /** By document: the kind of the rejected elements before an entry, or 'wait' if it is blocked. */
  const blockers = new Map<string, { refused: string } | 'wait'>();
  return queue.entries.filter((entry) => {
    const { state, documentKey, kind } = entry;
    if (state === 'sent') return false;
    const blocker = blockers.get(documentKey);
    if (blocker === 'wait' || (blocker && !(hasIndependentElements(entry) && blocker.refused === kind)))
      return false;
    blockers.set(
      documentKey,
      state === 'needs-attention' && hasIndependentElements(entry) ? { refused: kind } : 'wait',
    );
    return true;
  });
}
