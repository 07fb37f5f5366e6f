import type { AuditAction, AuditEntity } from '#domain/audit.ts';
import type { Actor, Right } from '#domain/permissions.ts';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Db, Queryable, Reader, Tx } from '../db/types.ts';
import type { JobDefinition } from '../jobs/define-job.ts';
import type { EnqueueOptions } from '../jobs/queue.ts';
import type { CsvRequest } from './csv-request.ts';
import type { ApiProblem } from './problems.ts';
import type { AppEvent, Services } from './services.ts';

/**
 * Who may call an endpoint. One row per route; the list of routes is the authorization table.
 *
 * - `public`: no session is asked for (sign-in, health, first-run registration).
 * - `session`: any valid session (own profile, sign-out).
 * - `collection` + `flag`: page access to the collection and the permission flag. `anyWrite` asks for at
 *   least one of canCreate, canEdit, canDelete; the module then decides by the document's rules. `isForAllPlaces`: it
 *   changes what holds for all locations, and is for whoever works for all of them.
 */
export type RouteAccess = { kind: 'public' } | { kind: 'session' } | ({ kind: 'collection' } & Right);

/** What a handler answers. `body` is sent as JSON; a `string` with `raw: true` is JSON text already. */
export interface RouteResponse {
  /** 202: taken, but nothing is changed before somebody has looked at it. */
  status: 200 | 201 | 202 | 204;
  body?: unknown;
  raw?: boolean;
  headers?: Record<string, string>;
  /** The row's version; becomes the ETag. */
  version?: number;
  /** Answers by itself, for streams and files; `headers` then stand instead of those of all answers. */
  respond?(c: Context): Response;
  /** Commits what was done, and then refuses: for failures that must be remembered. */
  refusal?: ApiProblem;
}

/** What both kinds of handlers are given. `actor` is null only on public routes. */
interface BaseContext<Body, Query> {
  actor: Actor | null;
  body: Body;
  query: Query;
  params: Record<string, string>;
  /** The version in If-Match, or null when the client sent none. */
  ifMatch: number | null;
  /**
   * Makes the tag of an answer from what its content depends on. The session, the rights it has now, the language
   * and the address asked are part of it: nobody is told that they have what another saw.
   */
  tagFor(content: string): Promise<string>;
  /** Whether the client says that it has the answer with this tag. */
  hasTag(etag: string): boolean;
  now: Date;
  /** When the person did this: before `now` where it waited on their device (`Action-Age`). */
  happenedAt: Date;
  requestId: string;
  ip: string;
  userAgent: string;
  /** Whether the caller asks for as little of the answer as will do (`Prefer: return=minimal`, RFC 7240). */
  prefersMinimal: boolean;
  /**
   * Whether the caller wants a table as a file (`Accept: text/csv`): with its head unless `header=absent` (RFC 4180), and as a language
   * writes numbers and days where one is named that is known (`locale=de-DE`).
   */
  csvRequest: CsvRequest | null;
  /** Whether the caller wants a table as an Excel workbook (`Accept`). */
  wantsXlsx: boolean;
  /** Whether the caller reads the second name of things first (Accept-Language): lists by name are sorted by it. */
  leadsWithAlt: boolean;
  /** The bearer token of this call, or null. */
  token: string | null;
  /** Whether others than this machine can reach the server, or this call came through a proxy. */
  isRemote: boolean;
  /** The token by which the caller's device is known again, or null. It opens nothing. */
  device: string | null;
  /** Whether people reach this server over TLS only. */
  isSecure: boolean;
  services: Services;
}

/** A read: queries run on a reader, nothing is changed. */
export interface ReadContext<Body = unknown, Query = unknown> extends BaseContext<Body, Query> {
  db: Queryable;
}

/** A write: everything it does, its audit rows and its idempotency key commit together or not at all. */
export interface WriteContext<Body = unknown, Query = unknown, Prepared = unknown>
  extends BaseContext<Body, Query> {
  db: Tx;
  /** What `prepare` gave. */
  prepared: Prepared;
  /** Appends one audit row in this transaction. */
  audit(entry: NewAuditEntry): Promise<void>;
  /** Publishes after the commit; dropped when the transaction rolls back. */
  emit(event: AppEvent): void;
  /**
   * Has something done after the commit, by whichever server is free; nothing where the transaction rolls back. Answers
   * the job's id, or null where a job of the same key is there already.
   */
  enqueue<P extends z.ZodType>(
    job: JobDefinition<P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  /** Set by modules/reviews alone, for what was looked at and for who needs no second look. */
  isReviewed?: true;
}

/** Before the transaction of a write: slow work that must not hold the database, such as hashing a password. */
export interface PrepareContext<Body = unknown, Query = unknown> extends ReadContext<Body, Query> {
  /** For reads that may take seconds. */
  longDb: Queryable;
  /** A transaction of its own, for what must be kept whatever becomes of the write. */
  write: Db['write'];
}

export interface NewAuditEntry {
  action: AuditAction;
  entity: AuditEntity;
  id: string | null;
  before?: unknown;
  after?: unknown;
}

interface RouteBase {
  /** Path below /api with `:name` parameters. */
  path: string;
  access: RouteAccess;
  summary: string;
  /** Set on the calls that are open to somebody who has yet to choose a password of their own. */
  allowsInitialPassword?: true;
  /** What the answer looks like, for the API description. */
  response?: z.ZodType;
  /** The media type of an answer that is not JSON. */
  answers?: string;
  /** For the API description: what a post answers that makes nothing, or not always; 201 where it is left out. */
  success?: readonly (200 | 201)[];
  /** What 202 looks like, where a change may have to wait for somebody's look. */
  accepted?: z.ZodType;
  /**
   * Is the row that the path names there, and in the actor's scope? Asked before the flag and the page, so that
   * a stranger's row and a missing one are the same 404. Left out where the path names no row.
   */
  exists?(ctx: ExistsContext): Promise<boolean>;
}

/** What `exists` may look at. */
export interface ExistsContext {
  db: Reader;
  actor: Actor;
  params: Record<string, string>;
}

/** One endpoint. A read never changes anything; a write runs inside one transaction. */
export type Route =
  | (RouteBase & {
      method: 'get';
      query?: z.ZodType;
      /** Whether the answer takes seconds in a large business: it is asked for where nobody else waits meanwhile (`longReader`). */
      isLong?(query: unknown): boolean;
      run(ctx: ReadContext): Promise<RouteResponse>;
    })
  | (RouteBase & {
      method: 'post' | 'put' | 'patch' | 'delete';
      query?: z.ZodType;
      body?: z.ZodType;
      /** Set where the body is a file: `body` is then its bytes, at most this many. */
      mostBytes?: number;
      /** Set where an answer must never be kept for a replay, because it carries a token. */
      isSecret?: boolean;
      prepare?(ctx: PrepareContext): Promise<unknown>;
      run(ctx: WriteContext): Promise<RouteResponse>;
    });

/** Describes a read; its query type follows from the schema. */
export function readRoute<Q extends z.ZodType = z.ZodType>(
  route: RouteBase & {
    query?: Q;
    isLong?(query: z.output<Q>): boolean;
    run(ctx: ReadContext<undefined, z.output<Q>>): Promise<RouteResponse>;
  },
): Route {
  return { ...route, method: 'get' };
}

/** Describes a write; its body and query types follow from the schemas. */
export function writeRoute<B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType, P = undefined>(
  route: RouteBase & {
    method: 'post' | 'put' | 'patch' | 'delete';
    body?: B;
    query?: Q;
    isSecret?: boolean;
    prepare?(ctx: PrepareContext<z.output<B>, z.output<Q>>): Promise<P>;
    run(ctx: WriteContext<z.output<B>, z.output<Q>, P>): Promise<RouteResponse>;
  },
): Route {
  return route;
}

/** Describes a write whose body is a file. */
export function uploadRoute<Q extends z.ZodType = z.ZodType, P = undefined>(
  route: RouteBase & {
    method: 'post' | 'put';
    mostBytes: number;
    query?: Q;
    prepare?(ctx: PrepareContext<Uint8Array<ArrayBuffer>, z.output<Q>>): Promise<P>;
    run(ctx: WriteContext<Uint8Array<ArrayBuffer>, z.output<Q>, P>): Promise<RouteResponse>;
  },
): Route {
  return route;
}
