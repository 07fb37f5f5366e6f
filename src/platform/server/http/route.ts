import type { AuditAction, AuditEntity } from '#core/audit.ts';
import type { Actor, Right } from '#core/permissions.ts';
import type { Context } from 'hono';
import type { ResponseShape } from '#platform/shapes/shape-schema.ts';
import type { z } from 'zod';
import type { Db, Queryable, Reader, Tx } from '#platform/server/db/types.ts';
import type { JobDefinition } from '#platform/server/jobs/define-job.ts';
import type { EnqueueOptions } from '#platform/server/jobs/queue.ts';
import type { CsvRequest } from './csv-request.ts';
import type { ApiProblem } from './problems.ts';
import type { AppEvent, Services } from './services.ts';

/**
 * Access rule of an endpoint. Each route has one; the list of routes is the authorization table.
 *
 * - `public`: no session needed (sign-in, health, first-run registration).
 * - `session`: any valid session (own profile, sign-out).
 * - `collection` + `flag`: page access to the collection, and the permission flag. `anyWrite` requires at
 *   least one of canCreate, canEdit and canDelete; the module then applies the document's own rules.
 *   `needsAllLocations`: changes settings of all locations, so it is limited to users with access to all
 *   locations.
 */
export type RouteAccess = { kind: 'public' } | { kind: 'session' } | ({ kind: 'collection' } & Right);

/**
 * A handler's result. `body` is sent as JSON; with `raw: true`, a `string` is sent as JSON text unchanged.
 */
export interface RouteResponse {
  /** 202: accepted, but pending review. */
  status: 200 | 201 | 202 | 204;
  body?: unknown;
  raw?: boolean;
  headers?: Record<string, string>;
  /** The row's version; becomes the ETag. */
  version?: number;
  /** Builds the response itself, for streams and files; `headers` then override the common ones. */
  respond?(c: Context): Response;
  /** Commits the transaction and then responds with this problem: for failures that must be recorded. */
  refusal?: ApiProblem;
}

/** Context common to read and write handlers. `actor` is null only on public routes. */
interface BaseContext<Body, Query> {
  actor: Actor | null;
  body: Body;
  query: Query;
  params: Record<string, string>;
  /** The version in If-Match, or null when the client sent none. */
  ifMatch: number | null;
  /**
   * Builds the entity tag from everything the content depends on. It includes session, current permissions,
   * language and address, so that no user gets a 304 for another user's response.
   */
  buildEtag(content: string): Promise<string>;
  /** Returns whether the client's If-None-Match contains this tag. */
  hasTag(etag: string): boolean;
  now: Date;
  /**
   * When the user performed the action; earlier than `now` if it was queued on their device (`Action-Age`).
   */
  happenedAt: Date;
  requestId: string;
  ip: string;
  userAgent: string;
  /** Whether the client requested a minimal response (`Prefer: return=minimal`, RFC 7240). */
  prefersMinimal: boolean;
  /**
   * The requested CSV format (`Accept: text/csv`), or null. It has a header row unless `header=absent` (RFC
   * 4180), and numbers and days formatted for a supported language (`locale=de-DE`).
   */
  csvRequest: CsvRequest | null;
  /** Whether the client requested an Excel workbook (`Accept`). */
  wantsXlsx: boolean;
  /** Whether the second name comes first (Accept-Language); lists sorted by name use it. */
  prefersAltName: boolean;
  /** The request's bearer token, or null. */
  token: string | null;
  /** Whether other machines can reach the server, or this request came through a proxy. */
  isRemote: boolean;
  /** The token that identifies the user's device, or null. It doesn't grant access. */
  device: string | null;
  /** Whether users reach this server over TLS only. */
  isSecure: boolean;
  services: Services;
}

/** Context of a read: queries run on a reader, nothing is changed. */
export interface ReadContext<Body = unknown, Query = unknown> extends BaseContext<Body, Query> {
  db: Queryable;
}

/** Context of a write: its changes, audit rows and idempotency key are committed together or not at all. */
export interface WriteContext<Body = unknown, Query = unknown, Prepared = unknown>
  extends BaseContext<Body, Query> {
  db: Tx;
  /** Result of `prepare`. */
  prepared: Prepared;
  /** Appends one audit row in this transaction. */
  audit(entry: NewAuditEntry): Promise<void>;
  /** Publishes the event after the commit; it is dropped on rollback. */
  emit(event: AppEvent): void;
  /**
   * Enqueues a job in this transaction; any server may run it. Returns its id, or null if a job with the same
   * key exists.
   */
  enqueue<P extends z.ZodType>(
    job: JobDefinition<P>,
    payload: z.input<P>,
    options?: EnqueueOptions,
  ): Promise<string | null>;
  /** Set only by modules/reviews, for approved changes and for users who don't need reviews. */
  isReviewed?: true;
}

/**
 * Context before the transaction of a write: for slow work that must not block the database, such as hashing
 * a password.
 */
export interface PrepareContext<Body = unknown, Query = unknown> extends ReadContext<Body, Query> {
  /** For reads that may take seconds. */
  longDb: Queryable;
  /** A separate transaction, for data that must be stored even if the write fails. */
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
  /** Allowed for users who still have to choose their own password. */
  allowsInitialPassword?: true;
  /** Schema of the response, for the API description. */
  response?: ResponseShape | z.ZodType;
  /** Media type of a response that is not JSON. */
  fileType?: string;
  /** For the API description: statuses of a post that doesn't (always) create; 201 by default. */
  success?: readonly (200 | 201)[];
  /** Schema of a 202 response, if a change may need a review. */
  accepted?: ResponseShape | z.ZodType;
  /**
   * Returns whether the row in the path exists in the actor's scope. Checked before flag and page, so that
   * hidden and missing rows give the same 404. Absent if the path doesn't identify a row.
   */
  exists?(ctx: ExistsContext): Promise<boolean>;
}

/** Context of `exists`. */
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
      /** Returns whether the response takes seconds in a large business; it then runs on `getLongReader`. */
      isLong?(query: unknown): boolean;
      run(ctx: ReadContext): Promise<RouteResponse>;
    })
  | (RouteBase & {
      method: 'post' | 'put' | 'patch' | 'delete';
      query?: z.ZodType;
      body?: z.ZodType;
      /** Set if the body is a file; `body` is then its bytes, up to this many. */
      maxBytes?: number;
      /**
       * Set if the Idempotency-Key header is ignored: the response must never be stored for replay, because
       * it contains a token or the request ends the session.
       */
      skipsIdempotency?: boolean;
      prepare?(ctx: PrepareContext): Promise<unknown>;
      run(ctx: WriteContext): Promise<RouteResponse>;
    });

/** Defines a read route; the query type is inferred from the schema. */
export function readRoute<Q extends z.ZodType = z.ZodType>(
  route: RouteBase & {
    query?: Q;
    isLong?(query: z.output<Q>): boolean;
    run(ctx: ReadContext<undefined, z.output<Q>>): Promise<RouteResponse>;
  },
): Route {
  return { ...route, method: 'get' };
}

/** Defines a write route; the body and query types are inferred from the schemas. */
export function writeRoute<B extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType, P = undefined>(
  route: RouteBase & {
    method: 'post' | 'put' | 'patch' | 'delete';
    body?: B;
    query?: Q;
    skipsIdempotency?: boolean;
    prepare?(ctx: PrepareContext<z.output<B>, z.output<Q>>): Promise<P>;
    run(ctx: WriteContext<z.output<B>, z.output<Q>, P>): Promise<RouteResponse>;
  },
): Route {
  return route;
}

/** Defines a write route whose body is a file. */
export function uploadRoute<Q extends z.ZodType = z.ZodType, P = undefined>(
  route: RouteBase & {
    method: 'post' | 'put';
    maxBytes: number;
    query?: Q;
    prepare?(ctx: PrepareContext<Uint8Array<ArrayBuffer>, z.output<Q>>): Promise<P>;
    run(ctx: WriteContext<Uint8Array<ArrayBuffer>, z.output<Q>, P>): Promise<RouteResponse>;
  },
): Route {
  return route;
}
