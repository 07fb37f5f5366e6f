import type { WriteMethod } from '#platform/web/api/call.ts';
import type { DeviceMoment } from '#platform/web/device-clock.ts';

/** State of an action, shown as `Queued`, `Sending`, `Sent`, `Needs attention`. */
export type EntryState = 'queued' | 'sending' | 'sent' | 'needs-attention';

/** Error of a refused action, stored so that it can be shown after a reload. */
export interface EntryError {
  /** The server's code, or one of `deviceCodes`. */
  code: string;
  /** 0 without a response. */
  status: number;
  message: string;
  fields: Record<string, string>;
  details: Record<string, unknown>;
  requestId: string | null;
}

/** One action of one user on one document, stored until the server has received it. */
export interface OutboxEntry {
  id: string;
  userId: string;
  /** Key of the action's definition, which reads the response and updates the screen. */
  kind: string;
  /** The document acted on, `orders/<id>`; actions on one document are sent in order. */
  documentKey: string;
  /** Label for users: "Submit order for Saturday". */
  label: string;
  method: WriteMethod;
  path: string;
  body: unknown;
  /** The same for every attempt, so that the server recognizes a repetition. */
  idempotencyKey: string;
  /** Version the action is based on; updated when an earlier action in the queue changes the document. */
  ifMatch: number | null;
  /** Requested with `Prefer: return=minimal`; missing in entries of earlier versions. */
  prefersMinimal?: boolean;
  /** Id of a photo stored on this device that is the body of the call; `body` names its document. */
  photo?: string;
  /**
   * Name of the list in the body that later entries of the kind extend while this one was never attempted.
   */
  joins?: string;
  /** Two entries with the same key are one action. */
  dedupeKey: string | null;
  /**
   * Whether the key stays taken after sending, for actions that happen only once (creating an order from a draft).
   */
  isOnce: boolean;
  /** Address where the document can be opened and corrected. */
  editPath: string | null;
  state: EntryState;
  attempts: number;
  /**
   * Wait before the next attempt, in ms from when it was recorded. Missing in entries of earlier versions.
   */
  waitMs?: number;
  lastError: EntryError | null;
  /** For display (epoch ms by the device's clock). */
  createdAt: number;
  /**
   * When the user performed the action; its age is sent to the server. Missing in entries of earlier
   * versions.
   */
  entered?: DeviceMoment;
  /** When the key was first used, if later than `entered`: new content, or resent by the user's decision. */
  keyedAt?: DeviceMoment;
  /** Epoch ms when it was sent; null before. */
  sentAt: number | null;
  /** The server's response, stored for a while for tabs that wait for it. */
  answer: unknown;
}

/**
 * Codes of failures on this device, before the server was reached: its storage, and an action older than the
 * server's key memory.
 */
export const deviceCodes = { failed: 'DEVICE', old: 'OLD_ACTION' } as const;

/**
 * Returns whether the server has refused the action. Until then it may have been processed, and every further
 * attempt has the same idempotency key.
 */
export function isRefused({ state, lastError }: Pick<OutboxEntry, 'state' | 'lastError'>): boolean {
  return state === 'needs-attention' && lastError !== null && lastError.status >= 400;
}

/** Returns when the user performed the action; estimated for entries of earlier versions. */
export function enteredAt({ entered, createdAt }: OutboxEntry): DeviceMoment {
  return entered ?? { page: '', steadyMs: 0, wallMs: createdAt, aheadMs: null };
}

/** An action as its caller provides it; the other fields are generated. */
export type EntryDraft = Pick<OutboxEntry, 'kind' | 'documentKey' | 'label' | 'method' | 'path' | 'body'> &
  Partial<
    Pick<OutboxEntry, 'ifMatch' | 'prefersMinimal' | 'photo' | 'joins' | 'dedupeKey' | 'isOnce' | 'editPath'>
  >;

/** State of a document after our own last action. */
export interface DocumentRecord {
  /** The server's id of a document created here. */
  id: string;
  version: number | null;
  /** The version our action was based on; actions that still have it are updated to the new version. */
  basedOn: number | null;
  at: number;
}

/** All of one user's actions, and the state of their documents. */
export interface Queue {
  userId: string;
  /** Name of the user, for the sign-in page; absent in queues of earlier versions. */
  userName?: string;
  entries: OutboxEntry[];
  /** By document key, local ones included. */
  documents: Record<string, DocumentRecord>;
}

const localPrefix = 'local:';

/** Returns an id for a document that the server does not have yet; the outbox replaces it everywhere. */
export function newLocalId(uuid: string): string {
  return `${localPrefix}${uuid}`;
}

/** True for an id created by `newLocalId`. */
export function isLocalId(id: string): boolean {
  return id.startsWith(localPrefix);
}

/** The id part of a document key: `orders/x` is `x`. */
export function documentIdFromKey(documentKey: string): string {
  return documentKey.slice(documentKey.lastIndexOf('/') + 1);
}
