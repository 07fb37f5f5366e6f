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

/** A change that other tabs and users may show, published after the commit. */
export interface AppEvent {
  collection: Collection;
  id: string;
  what: EventKind;
  /** Recipients: users of these branches or kitchens; everyone if both are empty. */
  branches: string[];
  kitchens: string[];
  /**
   * Restricts the event to one user: a proposal's author (besides its approvers), or the owner of a private
   * view.
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
  /** Age from which on the events are complete, in ms, if less than requested; null if complete. */
  knownMs: number | null;
}

/**
 * Publishes committed changes to every listener of every process. An open stream guarantees that nothing was
 * missed: when that no longer holds, all streams of the process end, and clients reload everything.
 */
export interface EventBus {
  /**
   * Resolves when changes of all processes are received from now on.
   *
   * @throws when they can't be
   */
  ready(): Promise<void>;
  /**
   * Called inside the transaction of the changes: other processes receive them when it commits, in commit
   * order.
   */
  announce(tx: Queryable, events: readonly AppEvent[]): Promise<void>;
  /**
   * Called after the commit: notifies this process's listeners where no other process shares the database.
   */
  publish(events: readonly AppEvent[]): void;
  /** Returns a function that unsubscribes. */
  subscribe(listener: EventListener): () => void;
  /** Position of the last event. */
  position(): string;
  /** Returns the events since then; null if the buffer no longer contains the position. */
  since(from: ResumeFrom): MissedEvents | null;
  /** Calls the listener when streams have to end. Returns a function that removes it. */
  onEnd(listener: () => void): () => void;
  /** Ends all streams and refuses new ones. */
  stop(): void;
}

/** The row of an audit entry. */
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
  /** Called after a commit with jobs, so that this process's runner checks immediately. */
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
   * Re-encodes an image and a thumbnail from an uploaded file with an image signature.
   *
   * @throws ApiProblem 422 `VALIDATION` for a damaged file or too many pixels, 503 where images can't be
   * processed now
   */
  prepare(bytes: Uint8Array<ArrayBuffer>): Promise<{ full: PictureFile; thumb: PictureFile }>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Verifies a password at the cost of the stored hash. Takes as long for null as for a current hash, so that
   * timing reveals no accounts. False for an invalid hash, or one whose cost is too high to compute.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Returns whether a hash has the current cost; others are rehashed at sign-in. */
  isCurrent(hash: string): boolean;
  /** Number of concurrent computations; further calls wait. */
  readonly atOnce: number;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
