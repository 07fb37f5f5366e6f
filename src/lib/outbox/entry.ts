import type { WriteMethod } from '../api/call.ts';
import type { DeviceMoment } from '../device-clock.ts';

/** Where an action stands; the words people see are `Queued`, `Sending`, `Sent`, `Needs attention`. */
export type EntryState = 'queued' | 'sending' | 'sent' | 'needs-attention';

/** Why an action was not taken, stored so that it can be shown after a reload. */
export interface EntryError {
  /** The server's, or one of `deviceCodes`. */
  code: string;
  /** 0 when there was no answer. */
  status: number;
  message: string;
  fields: Record<string, string>;
  details: Record<string, unknown>;
  requestId: string | null;
}

/** One action of one person on one document, kept until the server has it. */
export interface OutboxEntry {
  id: string;
  userId: string;
  /** Names the action's definition: who reads the answer and what it changes on screen. */
  kind: string;
  /** The document acted on, `orders/<id>`; actions on one document go out in order. */
  documentKey: string;
  /** For people: "Submit order for Saturday". */
  label: string;
  method: WriteMethod;
  path: string;
  body: unknown;
  /** The same at every attempt, so that the server can tell a repetition. */
  idempotencyKey: string;
  /** Version the action is based on; carried on when an earlier action of the queue changes the document. */
  ifMatch: number | null;
  /** Asked for with `Prefer: return=minimal`; entries of before have none. */
  prefersMinimal?: boolean;
  /** The photo that is the body of the call, by its name among those kept on this device; `body` says what it is of. */
  photo?: string;
  /** The list in the body that later entries of the kind on the document add to, as long as this one was never tried. */
  joins?: string;
  /** Two entries with the same key are one action. */
  dedupeKey: string | null;
  /** The key stands for something that happens once ever (a draft being created), not once at a time. */
  isOnce: boolean;
  /** Where the document can be opened and mended. */
  editPath: string | null;
  state: EntryState;
  attempts: number;
  /** How long to wait before the next attempt, in ms from when this was noted. Entries of earlier versions have none. */
  waitMs?: number;
  lastError: EntryError | null;
  /** For display (epoch ms by the device's clock). */
  createdAt: number;
  /** When the person did it: its age is what the server is told. Entries of earlier versions have none. */
  entered?: DeviceMoment;
  /** When the key was first used, where that is later than `entered`: new content, or sent again by a person's decision. */
  keyedAt?: DeviceMoment;
  /** Epoch ms when it was sent; null before. */
  sentAt: number | null;
  /** The server's answer, kept a while for tabs that wait for it. */
  answer: unknown;
}

/** Failures of this device, which no server has seen: its storage, and an action older than the server's memory of keys. */
export const deviceCodes = { failed: 'DEVICE', old: 'OLD_ACTION' } as const;

/**
 * Whether the server has refused the action. Until then it may have been taken, and every further attempt carries the same
 * idempotency key.
 */
export function isRefused({ state, lastError }: Pick<OutboxEntry, 'state' | 'lastError'>): boolean {
  return state === 'needs-attention' && lastError !== null && lastError.status >= 400;
}

/** When the person did it, as far as an entry of an earlier version tells. */
export function enteredAt({ entered, createdAt }: OutboxEntry): DeviceMoment {
  return entered ?? { page: '', steadyMs: 0, wallMs: createdAt, aheadMs: null };
}

/** What a caller says about an action; the rest is filled in. */
export type EntryDraft = Pick<OutboxEntry, 'kind' | 'documentKey' | 'label' | 'method' | 'path' | 'body'> &
  Partial<
    Pick<OutboxEntry, 'ifMatch' | 'prefersMinimal' | 'photo' | 'joins' | 'dedupeKey' | 'isOnce' | 'editPath'>
  >;

/** What our own last action made of a document. */
export interface DocumentRecord {
  /** The id the server gave to a document made here. */
  id: string;
  version: number | null;
  /** The version our action was based on: whoever still holds it means the new one. */
  basedOn: number | null;
  at: number;
}

/** All of one person's actions, and what the queue knows about their documents. */
export interface Queue {
  userId: string;
  /** Name of the person, for the sign-in page; absent in queues of earlier versions. */
  userName?: string;
  entries: OutboxEntry[];
  /** By document key, local ones included. */
  documents: Record<string, DocumentRecord>;
}

const localPrefix = 'local:';

/** An id for a document that the server has not seen yet; the outbox replaces it wherever it stands. */
export function newLocalId(uuid: string): string {
  return `${localPrefix}${uuid}`;
}

/** True for an id made by `newLocalId`. */
export function isLocalId(id: string): boolean {
  return id.startsWith(localPrefix);
}

/** The id part of a document key: `orders/x` is `x`. */
export function documentIdFromKey(documentKey: string): string {
  return documentKey.slice(documentKey.lastIndexOf('/') + 1);
}
