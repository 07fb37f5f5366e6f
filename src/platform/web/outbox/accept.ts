import { readRecord } from '#platform/shapes/tolerant.ts';
import { type DeviceMoment, elapsedMs } from '#platform/web/device-clock.ts';
import {
  type DocumentRecord,
  type EntryDraft,
  enteredAt,
  documentIdFromKey,
  isLocalId,
  isRefused,
  type OutboxEntry,
  type Queue,
} from './entry.ts';

// Adding an action to the queue. This code loads with the page; the service that sends the queue may load
// later.

export function emptyQueue(userId: string): Queue {
  return { userId, entries: [], documents: {} };
}

/** Generated values of a new entry. */
interface Made {
  id: string;
  idempotencyKey: string;
  now: DeviceMoment;
}

/**
 * Adds an action, or returns the existing one with the same key and content (a double click, another tab)
 * while nothing follows it on its document. An entry that needs attention takes the new content and is
 * retried: under a new idempotency key if the server refused it, else under the same one. A local id that the
 * server has replaced is substituted, and a version that our own last action advanced is updated. Adding the
 * same `made.id` again changes nothing.
 */
export function addToQueue(
  queue: Queue,
  draft: EntryDraft,
  identity: Made,
): { queue: Queue; entry: OutboxEntry } {
  const added = findEntry(queue, identity.id);
  if (added) return { queue, entry: added };
  const twin = queue.entries.find((entry, at) => isTwin(entry, draft) && !isOvertaken(queue, at));
  if (twin?.state === 'needs-attention') {
    const mended = rewrite(queue, twin.id, {
      body: draft.body,
      idempotencyKey: isRefused(twin) ? identity.idempotencyKey : twin.idempotencyKey,
      keyedAt: identity.now,
      ifMatch: draft.ifMatch ?? null,
    });
    return { queue: mended, entry: findEntry(mended, twin.id) ?? twin };
  }
  if (twin) return { queue, entry: twin };
  const joined = joinedWith(queue, draft, identity.now);
  if (joined) return { queue: patchEntry(queue, joined.id, () => joined), entry: joined };
  const known = queue.documents[draft.documentKey];
  const named =
    known && isLocalId(documentIdFromKey(draft.documentKey))
      ? replaceDocumentId(draft, documentIdFromKey(draft.documentKey), known.id)
      : draft;
  const entry: OutboxEntry = {
    dedupeKey: null,
    isOnce: false,
    editPath: null,
    ...named,
    ifMatch: carriedVersion(named.ifMatch ?? null, queue.documents[named.documentKey]),
    id: identity.id,
    userId: queue.userId,
    idempotencyKey: identity.idempotencyKey,
    state: 'queued',
    attempts: 0,
    lastError: null,
    createdAt: identity.now.wallMs,
    entered: identity.now,
    sentAt: null,
    answer: null,
  };
  return { queue: { ...queue, entries: [...queue.entries, entry] }, entry };
}

/** Maximum number of pieces in one call. */
const mostJoined = 200;

/**
 * Returns the last unsent action on the document with the draft's list appended; null when they cannot be
 * joined.
 */
function joinedWith(
  { entries }: Queue,
  { documentKey, kind, joins, body }: EntryDraft,
  now: DeviceMoment,
): OutboxEntry | null {
  const last = entries.findLast((entry) => entry.documentKey === documentKey && entry.state !== 'sent');
  if (joins === undefined || last?.kind !== kind || last.joins !== joins) return null;
  // Once attempted, the server may have received it unchanged under its key.
  if (last.state !== 'queued' || last.attempts > 0) return null;
  const [waiting, more] = [readRecord(last.body)[joins], readRecord(body)[joins]];
  if (!Array.isArray(waiting) || !Array.isArray(more) || waiting.length + more.length > mostJoined)
    return null;
  const afterMs = Math.round(elapsedMs(enteredAt(last), now));
  const later = more.map((piece) => ({ ...readRecord(piece), afterMs }));
  return { ...last, body: { ...readRecord(last.body), [joins]: [...waiting, ...later] } };
}

/** Changes the content of an action that needs attention, and queues it again. */
function rewrite(
  queue: Queue,
  id: string,
  content: Pick<OutboxEntry, 'body' | 'idempotencyKey' | 'keyedAt' | 'ifMatch'>,
): Queue {
  const fresh = { state: 'queued', attempts: 0, waitMs: 0, lastError: null } as const;
  return patchEntry(queue, id, (entry) => ({ ...entry, ...content, ...fresh }));
}

function isTwin(entry: OutboxEntry, draft: EntryDraft): boolean {
  if (!draft.dedupeKey || entry.dedupeKey !== draft.dedupeKey) return false;
  if (entry.isOnce || entry.state === 'needs-attention') return true;
  return entry.state !== 'sent' && JSON.stringify(entry.body) === JSON.stringify(draft.body);
}

/**
 * Whether a different action follows on the document: do, undo and redo are three actions, not a double
 * click.
 */
function isOvertaken({ entries }: Queue, at: number): boolean {
  const entry = entries[at];
  if (!entry || entry.isOnce || entry.state === 'needs-attention') return false;
  return entries
    .slice(at + 1)
    .some((later) => later.documentKey === entry.documentKey && later.state !== 'sent');
}

function carriedVersion(version: number | null, document: DocumentRecord | undefined): number | null {
  return document && version !== null && version === document.basedOn
    ? (document.version ?? version)
    : version;
}

/**
 * Replaces a local id everywhere in an entry; it contains a random UUID, so it cannot match anything else.
 */
export function replaceDocumentId<T extends EntryDraft>(entry: T, localId: string, id: string): T {
  return JSON.parse(JSON.stringify(entry).replaceAll(localId, id)) as T;
}

export function findEntry(queue: Queue, id: string): OutboxEntry | undefined {
  return queue.entries.find((entry) => entry.id === id);
}

export function patchEntry(queue: Queue, id: string, change: (entry: OutboxEntry) => OutboxEntry): Queue {
  return { ...queue, entries: queue.entries.map((entry) => (entry.id === id ? change(entry) : entry)) };
}
