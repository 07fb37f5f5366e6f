import type { WriteMethod } from '#platform/web/api/call.ts';
import type { DeviceMoment } from '#platform/web/device-clock.ts';

/** State of an action, shown as `Queued`, `Sending`, `Sent`, `Needs attention`. */
export type EntryState = 'queued' | 'sending' | 'sent' | 'needs-attention';

/** Error of a rejected action, stored so that it can be shown after a reload. */
export interface EntryError {
  /** The server's code, or one of `deviceCodes`. */
  code: string;
  /** 0 if there was no response. */
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
  /** The same for every attempt, so that the server recognizes retries. */
  idempotencyKey: string;
  /** Version the action is based on; updated when an earlier action in the queue changes the document. */
  ifMatch: number | null;
  /** Whether it is sent with `Prefer: return=minimal`; missing in entries from earlier versions. */
  prefersMinimal?: boolean;
  /** Id of a photo stored on this device that is the request body; `body` identifies its document. */
  photo?: string;
  /**
   * Name of the list in the body to which later entries of this kind are appended until this one is first
   * attempted.
   */
  mergeableList?: string;
  /** Two entries with the same key are one action. */
  dedupeKey: string | null;
  /**
   * Whether the key remains reserved after sending, for actions that happen once (creating an order from a
   * draft).
   */
  isSingleUse: boolean;
  /** Path at which the document can be opened and corrected. */
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
  enteredAt?: DeviceMoment;
  /**
   * When the key was first used, if later than `enteredAt`: after a change of content, or if the user chose to
   * resend it.
   */
  keyUsedAt?: DeviceMoment;
  /** Epoch ms when it was sent; null until then. */
  sentAt: number | null;
  /** The server's response, stored for a while for tabs that wait for it. */
  response: unknown;
}

/**
 * Codes of errors on this device before the server was reached: a storage failure, or an action older than
 * the server's idempotency-key retention.
 */
export const deviceCodes = { failed: 'DEVICE', old: 'OLD_ACTION' } as const;

/**
 * Returns whether the server has rejected the action. Before that, it may have been processed, so every retry
 * uses the same idempotency key.
 */
export function isRefused({ state, lastError }: Pick<OutboxEntry, 'state' | 'lastError'>): boolean {
  return state === 'needs-attention' && lastError !== null && lastError.status >= 400;
}

/** Returns when the user performed the action; estimated for entries of earlier versions. */
export function getEnteredAt({ enteredAt, createdAt }: OutboxEntry): DeviceMoment {
  return enteredAt ?? { page: '', steadyMs: 0, wallMs: createdAt, aheadMs: null };
}

/** An action as its caller provides it; the other fields are generated. */
export type EntryDraft = Pick<OutboxEntry, 'kind' | 'documentKey' | 'label' | 'method' | 'path' | 'body'> &
  Partial<
    Pick<
      OutboxEntry,
      'ifMatch' | 'prefersMinimal' | 'photo' | 'mergeableList' | 'dedupeKey' | 'isSingleUse' | 'editPath'
    >
  >;

/** State of a document after the last action sent from here. */
export interface DocumentRecord {
  /** The server's id of a document created here. */
  id: string;
  version: number | null;
  /** The version that action was based on; actions that still have this version are updated to the new one. */
  basedOn: number | null;
  at: number;
}

/** All of one user's actions, and the state of their documents. */
export interface Queue {
  userId: string;
  /** Name of the user, for the sign-in page; absent in queues of earlier versions. */
  userName?: string;
  entries: OutboxEntry[];
  /** By document key, including keys with local ids. */
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

/** Returns the id part of a document key: `x` for `orders/x`. */
export function getDocumentId(documentKey: string): string {
  return documentKey.slice(documentKey.lastIndexOf('/') + 1);
}
