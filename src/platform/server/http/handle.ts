import { refusal } from '#core/refusals/refusal.ts';
import type { Context } from 'hono';
import type { Actor } from '#core/permissions.ts';
import { QuantityError } from '#core/quantity.ts';
import { ConnectionLostError, classifyDbError, CollectionLockedError } from '#platform/server/db/failures.ts';
import { type Db, getLongReader, type Queryable, type Tx } from '#platform/server/db/types.ts';
import { enqueue } from '#platform/server/jobs/queue.ts';
import { parseActionTime } from './action-age.ts';
import { writeAudit } from './audit.ts';
import type { DenialLog } from './denials.ts';
import { authorize } from './authorize.ts';
import { parseCsvRequest } from './csv-request.ts';
import { retryWhenUnlocked, assertUnlocked } from './collection-locks.ts';
import { isPendingJobEvent, toJobEvent } from './job-events.ts';
import {
  claimKey,
  hasStoredResponse,
  storeResponse,
  readKeyedCall,
  serializeKeyedCalls,
} from './idempotency.ts';
import { prefersAltName } from './languages.ts';
import { withTotal } from './total.ts';
import { parseBody, parseJson, parseQuery, readBytes, readBodyText } from './parse.ts';
import { ApiProblem, notFound, problem } from './problems.ts';
import {
  type ResponseContext,
  withContext,
  parseIfNoneMatch,
  type SerializedResponse,
  send,
  sendProblem,
  serializeResponse,
} from './respond.ts';
import type { NewAuditEntry, ReadContext, Route, WriteContext } from './route.ts';
import type { AppEvent, Services } from './services.ts';
import { authenticateToken, parseBearerToken } from './session.ts';
import { parseDeviceToken, sha256 } from './tokens.ts';
import { xlsxType } from '#core/xlsx-type.ts';

/** Dependencies shared by all handlers of an app. */
export interface Kernel {
  db: Db;
  services: Services;
  headers: Readonly<Record<string, string>>;
  denials: DenialLog;
  clientAddress(c: Context): string;
  /** Whether the server accepts requests from other machines. */
  isReachable: boolean;
  isSecure: boolean;
}

/** Headers that proxies add to forwarded requests. */
const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host'] as const;

type RequestContext = Omit<ReadContext, 'db' | 'body'>;

/**
 * Creates the handler of a route. It checks the session, scope and permission, parses the request, runs the
 * route and sends the response, in this order.
 */
export function createHandler(kernel: Kernel, route: Route): (c: Context) => Promise<Response> {
  return async (c) => {
    const context = createResponseContext(kernel, c);
    try {
      const shared = await checkRequest(kernel, route, c, context.requestId);
      if (route.method !== 'get') return send(context, await write(kernel, route, c, shared));
      const db = route.isLong?.(shared.query) ? getLongReader(kernel.db, c.req.raw.signal) : kernel.db.read;
      const result = await route.run({ ...shared, db, body: undefined });
      if (!result.respond) return send(context, serializeResponse(withTotal(result, shared.query)));
      // A HEAD response has no body: a stream opened for it would never be closed.
      return withContext(context, context.isHead ? new Response(null) : result.respond(c), result.headers);
    } catch (error) {
      return sendProblem(context, toProblem(kernel.services, error, context.requestId, route));
    }
  };
}

export function createResponseContext(kernel: Kernel, c: Context): ResponseContext {
  return {
    requestId: crypto.randomUUID(),
    headers: { ...kernel.headers, 'server-time': kernel.services.clock.now().toISOString() },
    isHead: c.req.method === 'HEAD',
    hasTag: parseIfNoneMatch(c.req.header('if-none-match')),
  };
}

/**
 * Runs all checks before the handler: 401, then 404 for a row out of scope, then 403, then 400 for the query.
 */
async function checkRequest(
  kernel: Kernel,
  route: Route,
  c: Context,
  requestId: string,
): Promise<RequestContext> {
  const now = kernel.services.clock.now();
  const token = parseBearerToken(c.req.header('authorization'));
  const actor = await authenticate(kernel, route, token, now);
  const params = readParams(c);
  const shared: RequestContext = {
    actor,
    query: undefined,
    params,
    ifMatch: parseIfMatch(c.req.header('if-match')),
    buildEtag: (content) => buildTag(c, token, actor, content),
    hasTag: parseIfNoneMatch(c.req.header('if-none-match')),
    now,
    happenedAt: parseActionTime(c.req.header('action-age'), now),
    requestId,
    ip: kernel.clientAddress(c),
    userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
    prefersMinimal: prefersMinimal(c.req.header('prefer')),
    csvRequest: parseCsvRequest(c.req.header('accept')),
    wantsXlsx: (c.req.header('accept') ?? '').toLowerCase().startsWith(xlsxType),
    prefersAltName: prefersAltName(c.req.header('accept-language')),
    token,
    device: parseDeviceToken(c.req.header('cookie')),
    isSecure: kernel.isSecure,
    isRemote: kernel.isReachable || forwardedHeaders.some((name) => c.req.header(name) !== undefined),
    services: kernel.services,
  };
  if (actor) {
    const rowExists = await route.exists?.({ db: kernel.db.read, actor, params });
    if (rowExists === false && !(await isRepeatedDelete(kernel.db.read, route, c, actor))) throw notFound();
    await authorizeOrRecord(kernel, route, actor, shared);
  }
  if (route.query) shared.query = parseQuery(route.query, new URL(c.req.url));
  return shared;
}

/**
 * Authenticates the user of a request. Public routes ignore an invalid token; others require a session (401).
 */
async function authenticate(
  kernel: Kernel,
  route: Route,
  token: string | null,
  now: Date,
): Promise<Actor | null> {
  if (route.access.kind !== 'public')
    return authenticateToken(kernel.db, token, now, route.allowsInitialPassword);
  if (!token) return null;
  return authenticateToken(kernel.db, token, now).catch((error: unknown) => {
    if (error instanceof ApiProblem) return null;
    throw error;
  });
}

async function authorizeOrRecord(
  kernel: Kernel,
  route: Route,
  actor: Actor,
  shared: RequestContext,
): Promise<void> {
  try {
    authorize(route.access, actor);
  } catch (error) {
    await recordDenial(kernel, route, shared);
    throw error;
  }
}

/**
 * Returns whether a delete repeats an earlier one: the row no longer exists, and the repeated request gets
 * the first response.
 */
async function isRepeatedDelete(db: Queryable, route: Route, c: Context, actor: Actor): Promise<boolean> {
  const key = c.req.header('idempotency-key');
  return route.method === 'delete' && key !== undefined && (await hasStoredResponse(db, actor._id, key));
}

async function recordDenial(kernel: Kernel, route: Route, shared: RequestContext): Promise<void> {
  const entity = route.access.kind === 'collection' ? route.access.collection : 'session';
  const call = `${route.method} ${route.path}`;
  await kernel.denials.record(shared, { call, entity, id: shared.params['id'] ?? null });
}

async function write(
  kernel: Kernel,
  route: Exclude<Route, { method: 'get' }>,
  c: Context,
  shared: RequestContext,
): Promise<SerializedResponse> {
  const { body, text } = await readBody(route, c.req.raw);
  const url = new URL(c.req.url);
  const request = { method: c.req.method, pathAndQuery: url.pathname + url.search, text };
  const call =
    shared.actor && !route.skipsIdempotency
      ? await readKeyedCall(c.req.header('idempotency-key'), shared.actor._id, shared.token ?? '', request)
      : null;
  const release = call ? await serializeKeyedCalls(kernel.db, call) : null;
  let events: AppEvent[] = [];
  let failure: unknown;
  try {
    const { db } = kernel;
    const longDb = getLongReader(db, c.req.raw.signal);
    const prepared = await route.prepare?.({ ...shared, body, db: db.read, longDb, write: db.write });
    const attempt = async (tx: Tx) => {
      // A retried transaction starts from scratch.
      events = [];
      const entries: NewAuditEntry[] = [];
      const actor = await reloadActor(route, c, shared, tx);
      if (call) {
        const stored = await claimKey(tx, call, shared.now);
        if (stored) return { response: stored, refusal: undefined };
      }
      const ctx: WriteContext = {
        ...shared,
        actor,
        body,
        prepared,
        db: tx,
        audit: async (entry) => void entries.push(entry),
        emit: (event) => void events.push(event),
        async enqueue(job, payload, options = {}) {
          const _id = await enqueue(tx, job, payload, { ...options, now: shared.now });
          if (_id !== null) events.push(toJobEvent({ _id, state: 'waiting' }));
          return _id;
        },
      };
      const result = await route.run(ctx);
      const serialized = serializeResponse(result);
      await writeAudit(tx, shared, entries);
      await kernel.services.beforeCommit?.(tx, events, shared.now, entries);
      assertUnlocked(db.read, entries);
      await kernel.services.events.announce(tx, events);
      if (call && !result.refusal) await storeResponse(tx, call, serialized);
      return { response: serialized, refusal: result.refusal };
    };
    const { response, refusal } = await retryWhenUnlocked(() => db.write(attempt));
    kernel.services.events.publish(events);
    if (events.some(isPendingJobEvent)) kernel.services.wakeJobs();
    if (refusal) throw refusal;
    return response;
  } catch (error) {
    failure = error;
    if (error instanceof ApiProblem && error.code === 'FORBIDDEN') await recordDenial(kernel, route, shared);
    throw error;
  } finally {
    release?.(failure);
  }
}

/**
 * Reloads the user when the write begins, so that it fails (401, 404, 403) if the session or a permission was
 * revoked while the body was read or a password was hashed.
 */
async function reloadActor(route: Route, c: Context, shared: RequestContext, tx: Tx): Promise<Actor | null> {
  if (!shared.actor) return null;
  const actor = await authenticateToken({ read: tx }, shared.token, shared.now, route.allowsInitialPassword);
  if (JSON.stringify(actor) === JSON.stringify(shared.actor)) return actor;
  const rowExists = await route.exists?.({ db: tx, actor, params: shared.params });
  if (rowExists === false && !(await isRepeatedDelete(tx, route, c, actor))) throw notFound();
  authorize(route.access, actor);
  return actor;
}

/**
 * Reads the body, both parsed for the handler and as text (for a file, its hash) for the idempotency
 * fingerprint.
 */
async function readBody(route: Exclude<Route, { method: 'get' }>, request: Request) {
  if (route.maxBytes !== undefined) {
    const body = await readBytes(request, route.maxBytes);
    return { body, text: await sha256(body) };
  }
  const text = await readBodyText(request);
  return { body: route.body ? parseBody(route.body, parseJson(text)) : undefined, text };
}

async function buildTag(c: Context, token: string | null, actor: Actor | null, content: string) {
  const { pathname, search } = new URL(c.req.url);
  const language = prefersAltName(c.req.header('accept-language'));
  const hash = await sha256(JSON.stringify([token, actor, pathname, search, language, content]));
  return `"${hash.slice(0, 32)}"`;
}

/** Returns whether the Prefer header contains `return=minimal`; other preferences are ignored. */
function prefersMinimal(header: string | undefined): boolean {
  return (header ?? '')
    .toLowerCase()
    .split(',')
    .some((preference) => {
      const [name, value] = (preference.split(';')[0] ?? '').split('=');
      return name?.trim() === 'return' && value?.trim().replace(/^"(.*)"$/, '$1') === 'minimal';
    });
}

function readParams(c: Context): Record<string, string> {
  const params = c.req.param() as Record<string, string>;
  for (const value of Object.values(params)) if (value.includes('\0')) throw notFound();
  return params;
}

/** Returns the version in If-Match; for an invalid header, a version that no row has. */
function parseIfMatch(header: string | undefined): number | null {
  if (header === undefined || header.trim() === '*') return null;
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim())?.[1];
  return version === undefined ? -1 : Number(version);
}

/**
 * Converts an error to a problem: API problems are unchanged, a busy or full database has its own message,
 * and everything else contains only the request id.
 */
export function toProblem(services: Services, error: unknown, requestId: string, route?: Route): ApiProblem {
  if (error instanceof ApiProblem) return error;
  if (error instanceof QuantityError) return problem('VALIDATION', error.refusal);
  if (error instanceof CollectionLockedError)
    return problem('BUSY', refusal('lists-busy'), { retryAfterS: 2 });
  const failure = classifyDbError(error);
  if (failure === 'busy') {
    if (error instanceof ConnectionLostError) warnConnectionLost(services, error);
    return problem('BUSY', refusal('server-error'), { retryAfterS: 2 });
  }
  services.log.error(
    {
      requestId,
      route: route && `${route.method} ${route.path}`,
      error: error instanceof Error ? error.stack : String(error),
    },
    'request failed',
  );
  if (failure === 'full') return problem('STORAGE_FULL', refusal('server-full'));
  if (failure === 'duplicate') return problem('DUPLICATE', refusal('duplicate-entry'));
  if (failure === 'reference') return problem('IN_USE', refusal('related-record-changed'));
  return problem('INTERNAL', refusal('server-error'));
}

const warnIntervalMs = 10_000;
const warnedAt = new WeakMap<Services, number>();

/** Logs lost connections only at intervals, because every request fails while the database is down. */
function warnConnectionLost(services: Services, error: ConnectionLostError): void {
  const nowMs = services.clock.now().getTime();
  if (nowMs - (warnedAt.get(services) ?? Number.NEGATIVE_INFINITY) < warnIntervalMs) return;
  warnedAt.set(services, nowMs);
  services.log.warn({ error: error.message }, "the database doesn't respond");
}
