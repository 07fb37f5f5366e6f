import { readRecord } from '#contract/tolerant.ts';
import { type DeviceMoment, elapsedMs } from '../device-clock.ts';
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

// How an action gets into the queue. It is there with the page that enters it: what works the queue may come later.

export function emptyQueue(userId: string): Queue {
  return { userId, entries: [], documents: {} };
}

/** What an action gets when it is entered. */
interface Made {
  id: string;
  idempotencyKey: string;
  now: DeviceMoment;
}

/**
 * Adds an action, or returns the one that is already there under the same key and with the same content (a double
 * click, another tab) as long as nothing follows it on its document. One that needs attention takes the new content and is
 * tried again in its place: under a new idempotency key once the server has refused it, under the same one otherwise. A local
 * id that the server has named since is replaced, and a version that our own last action has overtaken is carried on.
 * Adding the same `made.id` again changes nothing.
 */
export function addToQueue(
  queue: Queue,
  draft: EntryDraft,
  made: Made,
): { queue: Queue; entry: OutboxEntry } {
  const added = findEntry(queue, made.id);
  if (added) return { queue, entry: added };
  const twin = queue.entries.find((entry, at) => isTwin(entry, draft) && !isOvertaken(queue, at));
  if (twin?.state === 'needs-attention') {
    const mended = rewrite(queue, twin.id, {
      body: draft.body,
      idempotencyKey: isRefused(twin) ? made.idempotencyKey : twin.idempotencyKey,
      keyedAt: made.now,
      ifMatch: draft.ifMatch ?? null,
    });
    return { queue: mended, entry: findEntry(mended, twin.id) ?? twin };
  }
  if (twin) return { queue, entry: twin };
  const joined = joinedWith(queue, draft, made.now);
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
    id: made.id,
    userId: queue.userId,
    idempotencyKey: made.idempotencyKey,
    state: 'queued',
    attempts: 0,
    lastError: null,
    createdAt: made.now.wallMs,
    entered: made.now,
    sentAt: null,
    answer: null,
  };
  return { queue: { ...queue, entries: [...queue.entries, entry] }, entry };
}

/** As many pieces as one call carries. */
const mostJoined = 200;

/** The last unsent action on the document with the draft's list added to its own; null where it cannot be. */
function joinedWith(
  { entries }: Queue,
  { documentKey, kind, joins, body }: EntryDraft,
  now: DeviceMoment,
): OutboxEntry | null {
  const last = entries.findLast((entry) => entry.documentKey === documentKey && entry.state !== 'sent');
  if (joins === undefined || last?.kind !== kind || last.joins !== joins) return null;
  // Once it was tried the server may have it, under its key, as it was.
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

/** Something else follows it on its document: done, undone and done again is three actions, and not a double click. */
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

/** Replaces a local id wherever it stands; it holds a random UUID, so it cannot be part of anything else. */
export function replaceDocumentId<T extends EntryDraft>(entry: T, localId: string, id: string): T {
  return JSON.parse(JSON.stringify(entry).replaceAll(localId, id)) as T;
}

export function findEntry(queue: Queue, id: string): OutboxEntry | undefined {
  return queue.entries.find((entry) => entry.id === id);
}

export function patchEntry(queue: Queue, id: string, change: (entry: OutboxEntry) => OutboxEntry): Queue {
  return { ...queue, entries: queue.entries.map((entry) => (entry.id === id ? change(entry) : entry)) };
}
