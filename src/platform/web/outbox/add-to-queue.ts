import { readRecord } from '#platform/shapes/tolerant.ts';
import { type DeviceMoment, computeElapsedMs } from '#platform/web/device-clock.ts';
import {
  type DocumentRecord,
  type EntryDraft,
  getEnteredAt,
  getDocumentId,
  isLocalId,
  isRefused,
  type OutboxEntry,
  type Queue,
} from './entry.ts';

// Adds actions to the queue. This code loads with the page; the service that sends the queue may load later.

export function createEmptyQueue(userId: string): Queue {
  return { userId, entries: [], documents: {} };
}

/** Generated values of a new entry. */
interface GeneratedValues {
  id: string;
  idempotencyKey: string;
  now: DeviceMoment;
}

/**
 * Adds an action, or returns the existing one with the same key and content (a double click, another tab)
 * unless a later action on its document follows. An entry that needs attention takes the new content and is
 * retried: with a new idempotency key if the server rejected it, otherwise with the same one. A local id that
 * the server has replaced is substituted, and a version that the user's previous action advanced is
 * updated. Adding the same `generated.id` twice has no further effect.
 */
export function addToQueue(
  queue: Queue,
  draft: EntryDraft,
  generated: GeneratedValues,
): { queue: Queue; entry: OutboxEntry } {
  const existingEntry = findEntry(queue, generated.id);
  if (existingEntry) return { queue, entry: existingEntry };
  const duplicate = queue.entries.find(
    (entry, index) => isDuplicate(entry, draft) && !hasLaterAction(queue, index),
  );
  if (duplicate?.state === 'needs-attention') {
    const rewritten = rewrite(queue, duplicate.id, {
      body: draft.body,
      idempotencyKey: isRefused(duplicate) ? generated.idempotencyKey : duplicate.idempotencyKey,
      keyUsedAt: generated.now,
      ifMatch: draft.ifMatch ?? null,
    });
    return { queue: rewritten, entry: findEntry(rewritten, duplicate.id) ?? duplicate };
  }
  if (duplicate) return { queue, entry: duplicate };
  const merged = mergeIntoLast(queue, draft, generated.now);
  if (merged) return { queue: patchEntry(queue, merged.id, () => merged), entry: merged };
  const document = queue.documents[draft.documentKey];
  const renamedDraft =
    document && isLocalId(getDocumentId(draft.documentKey))
      ? replaceDocumentId(draft, getDocumentId(draft.documentKey), document.id)
      : draft;
  const entry: OutboxEntry = {
    dedupeKey: null,
    isSingleUse: false,
    editPath: null,
    ...renamedDraft,
    ifMatch: advanceVersion(renamedDraft.ifMatch ?? null, queue.documents[renamedDraft.documentKey]),
    id: generated.id,
    userId: queue.userId,
    idempotencyKey: generated.idempotencyKey,
    state: 'queued',
    attempts: 0,
    lastError: null,
    createdAt: generated.now.wallMs,
    enteredAt: generated.now,
    sentAt: null,
    response: null,
  };
  return { queue: { ...queue, entries: [...queue.entries, entry] }, entry };
}

/** Maximum number of list elements in one request. */
const maxMergedElements = 200;

/**
 * Returns the last unsent action on the document with the draft's list appended; null if they can't be
 * merged.
 */
function mergeIntoLast(
  { entries }: Queue,
  { documentKey, kind, mergeableList, body }: EntryDraft,
  now: DeviceMoment,
): OutboxEntry | null {
  const last = entries.findLast((entry) => entry.documentKey === documentKey && entry.state !== 'sent');
  if (mergeableList === undefined || last?.kind !== kind || last.mergeableList !== mergeableList) return null;
  // Once the action was attempted, the server may have received it with this idempotency key.
  if (last.state !== 'queued' || last.attempts > 0) return null;
  const [queuedElements, newElements] = [
    readRecord(last.body)[mergeableList],
    readRecord(body)[mergeableList],
  ];
  if (
    !Array.isArray(queuedElements) ||
    !Array.isArray(newElements) ||
    queuedElements.length + newElements.length > maxMergedElements
  )
    return null;
  const afterMs = Math.round(computeElapsedMs(getEnteredAt(last), now));
  const appended = newElements.map((element) => ({ ...readRecord(element), afterMs }));
  return { ...last, body: { ...readRecord(last.body), [mergeableList]: [...queuedElements, ...appended] } };
}

/** Changes the content of an action that needs attention, and requeues it. */
function rewrite(
  queue: Queue,
  id: string,
  content: Pick<OutboxEntry, 'body' | 'idempotencyKey' | 'keyUsedAt' | 'ifMatch'>,
): Queue {
  const requeued = { state: 'queued', attempts: 0, waitMs: 0, lastError: null } as const;
  return patchEntry(queue, id, (entry) => ({ ...entry, ...content, ...requeued }));
}

function isDuplicate(entry: OutboxEntry, draft: EntryDraft): boolean {
  if (!draft.dedupeKey || entry.dedupeKey !== draft.dedupeKey) return false;
  if (entry.isSingleUse || entry.state === 'needs-attention') return true;
  return entry.state !== 'sent' && JSON.stringify(entry.body) === JSON.stringify(draft.body);
}

/**
 * Whether a different action on the document follows: do, undo and redo are three actions, not a double
 * click.
 */
function hasLaterAction({ entries }: Queue, index: number): boolean {
  const entry = entries[index];
  if (!entry || entry.isSingleUse || entry.state === 'needs-attention') return false;
  return entries
    .slice(index + 1)
    .some((later) => later.documentKey === entry.documentKey && later.state !== 'sent');
}

function advanceVersion(version: number | null, document: DocumentRecord | undefined): number | null {
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
