import type { JobState } from '#domain/jobs.ts';
import type { Collection } from '#domain/collections.ts';
import type { OrderStatus } from '#domain/orders/status.ts';
import type { ReviewStatus } from '#domain/reviews.ts';
import type { TransferStatus } from '#domain/transfers/kinds.ts';
import type { Queryable, Tx } from '../db/types.ts';
import type { Mailer } from '../jobs/mailer.ts';
import type { SignInQueue } from './sign-in-queue.ts';

/** What happened: the new status of an order or a proposal, or what was done. */
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

/** What happened to a waste record. */
export type WastageChange = 'create' | 'edit' | 'reverse' | 'delete';

/** Something other tabs and people may want to know, published after the commit. */
export interface AppEvent {
  collection: Collection;
  id: string;
  what: EventKind;
  /** Who may hear it: rows of these branches or kitchens; both empty means everybody. */
  branches: string[];
  kitchens: string[];
  /** Who alone hears of it: of a proposal who made it, beside those who decide; of a view that nobody else sees its owner. */
  owner?: string;
}

/** What was told, and where in the order of all that every process of one database tells. */
export interface PublishedEvent {
  event: AppEvent;
  /** The same at every process. */
  position: string;
}

export type EventListener = (told: PublishedEvent) => void;

/** From where on somebody wants to hear: after what they heard last, or from so many milliseconds ago. */
export type ResumeFrom = { position: string } | { agoMs: number };

/** What was told, oldest first, and where that begins. */
export interface MissedEvents {
  position: string;
  told: readonly PublishedEvent[];
  /** How far back everything is remembered, in ms, where that is less than was asked for; null where it is all of it. */
  knownMs: number | null;
}

/**
 * Tells every listener of every process what was committed. An open stream is proof that nothing else has changed: when
 * that can no longer be promised, all streams of the process end, and who read them reads everything again.
 */
export interface EventBus {
  /** Resolves when changes of every process are heard from now on. Throws when they cannot be. */
  ready(): Promise<void>;
  /** Inside the transaction that made the changes: other processes hear of them if it commits, in the order of commits. */
  announce(tx: Queryable, events: readonly AppEvent[]): Promise<void>;
  /** After the commit: tells the listeners of this process, where no other shares the database. */
  publish(events: readonly AppEvent[]): void;
  /** Returns the function that ends the subscription. */
  subscribe(listener: EventListener): () => void;
  /** What was told last: who has heard up to there has heard everything. */
  position(): string;
  /** What was told since; null where nobody knows what followed that position. */
  since(from: ResumeFrom): MissedEvents | null;
  /** Calls the listener when streams have to end. Returns the function that forgets it. */
  onEnd(listener: () => void): () => void;
  /** Ends all streams, and lets none begin any more. */
  stop(): void;
}

/** The row that an audit entry is about. */
export interface AuditedRow {
  entity: string;
  id: string | null;
}

/** What differs between a machine and a browser tab, handed in by `createApp`. */
export interface Services {
  clock: { now(): Date };
  passwords: PasswordHasher;
  /** Where sign-ins wait for their turn. */
  signIns: SignInQueue;
  log: Log;
  events: EventBus;
  images: Images;
  mailer: Mailer;
  /** At the end of every write, in its transaction and after its audit rows: everything that follows from what it changed. */
  beforeCommit?(
    tx: Tx,
    events: readonly AppEvent[],
    now: Date,
    audited?: readonly AuditedRow[],
  ): Promise<void>;
  /** After a commit with jobs in it: whoever works on jobs in this process looks at once. */
  wakeJobs(): void;
}

/** A picture as it is kept: made anew from its pixels, so that nothing of the uploaded file is left. */
export interface PictureFile {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  width: number;
  height: number;
}

export interface Images {
  /**
   * Makes a picture and its small version from an uploaded file whose first bytes are those of a picture. Throws 422
   * `VALIDATION` for one that is damaged or has too many pixels, 503 where pictures cannot be worked on now.
   */
  prepare(bytes: Uint8Array<ArrayBuffer>): Promise<{ full: PictureFile; thumb: PictureFile }>;
}

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password, at the cost that the stored hash was made at. Takes as long for a hash of null as for a
   * current one, so that nobody can tell accounts apart by time. False for what is no hash, and for one whose cost is
   * beyond all reason: that is not computed.
   */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** Whether a hash was made at the cost of today; any other is made anew when its owner signs in. */
  isCurrent(hash: string): boolean;
  /** How many are worked on at once; others wait. */
  readonly atOnce: number;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}
