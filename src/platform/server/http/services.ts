import type { JobState } from '#core/jobs.ts';
import type { Collection } from '#core/collections.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import type { ReviewStatus } from '#core/reviews.ts';
import type { TransferStatus } from '#modules/transfers/kinds.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { Mailer } from '#platform/server/jobs/mailer.ts';
import type { SignInQueue } from './sign-in-queue.ts';

/** Kind of event: the new status of an order or a proposal, or the action. */
export type EventKind =
  | OrderStatus
  | TransferStatus
  | JobState
  | 'removed'
  | ReviewStatus
  | 'created'
  | 'edited'
  | 'changed'
  | 'deleted'
  | 'settled'
  | 'opened'
  | 'resolved'
  | 'attached'
  | 'detached'
  | 'imported'
  | 'undone'
  | 'moved'
  | 'password'
  | 'sessions ended'
  | WastageChange;

/** Kind of change of a waste record. */
export type WastageChange = 'create' | 'edit' | 'reverse' | 'delete';

/** A change that other tabs and users may need to show, published after the commit. */
export interface AppEvent {
  collection: Collection;
  id: string;
  change: EventKind;
  /** Recipients: users of these branches or kitchens; everyone if both are empty. */
  branches: string[];
  kitchens: string[];
  /**
   * Limits the event to one user: a proposal's author (in addition to its approvers), or the owner of a
   * private view.
   */
  owner?: string;
}

/** A published event with its position in the order of all processes of one database. */
export interface PublishedEvent {
  event: AppEvent;
  /** The same in every process. */
  position: string;
}

export type EventListener = (published: PublishedEvent) => void;

/** Start of a resumed stream: after a position, or this many milliseconds ago. */
export type ResumeFrom = { position: string } | { agoMs: number };

/** Missed events, oldest first, and the position before them. */
export interface MissedEvents {
  position: string;
  events: readonly PublishedEvent[];
  /** Age in ms up to which the events are complete, if less than requested; null if complete. */
  coveredMs: number | null;
}

/**
 * Publishes committed changes to all listeners in all processes. An open stream guarantees that no change was
 * missed; when that is no longer certain, all streams of the process end, and clients reload everything.
 */
export interface EventBus {
  /**
   * Resolves once changes from all processes are being received.
   *
   * @throws ConnectionLostError if they can't be received
   */
  waitUntilReady(): Promise<void>;
  /**
   * Called inside the transaction that makes the changes. Other processes receive them when it commits, in
   * commit order.
   */
  announce(tx: Queryable, events: readonly AppEvent[]): Promise<void>;
  /** Called after the commit: notifies this process's listeners if no other process shares the database. */
  publish(events: readonly AppEvent[]): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: EventListener): () => void;
  /** Position of the last event. */
  lastPosition(): string;
  /** Returns the events since a position or time; null if the buffer no longer contains the position. */
  findEventsSince(from: ResumeFrom): MissedEvents | null;
  /** Calls the listener when streams have to end. Returns a function that removes it. */
  onEnd(listener: () => void): () => void;
  /** Ends all streams and rejects new ones. */
  stop(): void;
}

/** The row that an audit entry refers to. */
export interface AuditedRow {
  entity: string;
  id: string | null;
}

/** Services that differ between a server process and a browser tab, passed in by `createApp`. */
export interface Services {
  clock: { now(): Date };
  passwords: PasswordHasher;
  /** Queue of sign-ins. */
  signIns: SignInQueue;
  log: Log;
  events: EventBus;
  images: Images;
  mailer: Mailer;
  /** Runs at the end of every write, in its transaction and after its audit rows, for derived changes. */
  beforeCommit?(
    tx: Tx,
    events: readonly AppEvent[],
    now: Date,
    audited?: readonly AuditedRow[],
  ): Promise<void>;
  /** Called after a commit that enqueued jobs, so that this process's runner checks immediately. */
  wakeJobs(): void;
}

/** A stored image, re-encoded from its pixels, so that no other part of the uploaded file remains. */
export interface PictureFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  width: number;
  height: number;
}

export interface Images {
  /**
   * Re-encodes an uploaded file that has an image signature to an image and a thumbnail.
   *
   * @throws ApiProblem 422 `VALIDATION` for a damaged file or too many pixels, 503 if images can't currently
   *   be processed
   */
  prepare(bytes: Uint8Array<ArrayBuffer>): Promise<{ full: PictureFile; thumb: PictureFile }>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies a password at the cost of the stored hash. Takes as long for null as for a current hash, so that
   * timing doesn't reveal which accounts exist. False if the hash is invalid or its cost too high to compute.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Returns whether a hash has the current cost; other hashes are replaced at sign-in. */
  isCurrent(hash: string): boolean;
  /** Number of concurrent computations; additional requests wait. */
  readonly concurrency: number;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
