import { refusal } from '#core/refusals/refusal.ts';
import { dayMs } from '#core/day.ts';
import { classifyDbError, getSqlState } from '#platform/server/db/failures.ts';
import { pack, unpack } from '#platform/server/db/packed-text.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { problem } from './problems.ts';
import type { SerializedResponse } from './respond.ts';
import { computeHmac, sha256 } from './tokens.ts';

/** Maximum time that a second request with the same key waits for the first, in ms. */
export const runningCallWaitMs = 5000;
/** Retention of responses for replay, in ms. */
export const idempotencyRetentionMs = 7 * dayMs;

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/** Secret fields at any depth; storing a fast hash of them would make them easier to guess. */
const secretNames: ReadonlySet<string> = new Set([
  'password',
  'newPassword',
  'currentPassword',
  'setupToken',
  'token',
]);

/**
 * Matches any body that may contain a secret field; JSON can escape the letters of a name (`\u0070assword`).
 */
const mayContainSecrets = /password|token|\\u/i;

/** One request with a user's idempotency key. */
export interface KeyedCall {
  userId: string;
  key: string;
  fingerprint: string;
}

/**
 * Reads the Idempotency-Key header; returns null if there is none. Secrets enter the fingerprint through a
 * hash keyed with the user's token, which isn't stored, so passwords can't be tested against the database.
 *
 * @throws ApiProblem 400 if the key is too long or not printable
 */
export async function readKeyedCall(
  header: string | undefined,
  userId: string,
  token: string,
  request: { method: string; pathAndQuery: string; text: string },
): Promise<KeyedCall | null> {
  if (header === undefined) return null;
  if (!keyPattern.test(header)) throw problem('MALFORMED', refusal('idempotency-key-format'));
  const { text, secrets } = splitSecrets(request.text);
  const callHash = await sha256(`${request.method} ${request.pathAndQuery}\n${text}`);
  const fingerprint = secrets === null ? callHash : `${callHash} ${await computeHmac(token, secrets)}`;
  return { userId, key: header, fingerprint };
}

/**
 * Splits a body into its text without secrets and the secrets as JSON. Without secrets, returns the unchanged
 * text and null.
 */
function splitSecrets(text: string): { text: string; secrets: string | null } {
  if (!mayContainSecrets.test(text)) return { text, secrets: null };
  const secrets: [string, unknown][] = [];
  const value = parseOrNull(text, (name, child) => {
    if (!secretNames.has(name)) return child;
    secrets.push([name, child]);
    return '';
  });
  if (secrets.length === 0) return { text, secrets: null };
  return { text: JSON.stringify(value), secrets: JSON.stringify(secrets) };
}

/**
 * Returns null for text that isn't JSON: an unused body, or an upload, for which the text is the file's hash.
 */
function parseOrNull(text: string, reviver: (name: string, child: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return null;
  }
}

/** Requests in progress by user and key; each resolves to the request's error, or undefined. */
const running = new Map<string, Promise<unknown>>();

/**
 * Waits up to five seconds for another request with the same key in this process to finish. If that request
 * fails because the database is busy, waiting requests fail with the same error instead of waiting again.
 *
 * @returns a function to call with the request's error, or with nothing
 * @throws ApiProblem 409 `STILL_RUNNING`
 */
export async function serializeKeyedCalls(
  scope: object,
  call: KeyedCall,
): Promise<(failure?: unknown) => void> {
  const name = `${scopeNumber(scope)} ${call.userId} ${call.key}`;
  const deadline = Date.now() + runningCallWaitMs;
  for (let previous = running.get(name); previous; previous = running.get(name)) {
    const remainingMs = deadline - Date.now();
    const settled = remainingMs > 0 && (await settleWithin(previous, remainingMs));
    if (!settled) throw stillRunning();
    if (classifyDbError(settled.failure) === 'busy') throw settled.failure;
  }
  let notifyWaiting: (failure: unknown) => void = () => undefined;
  running.set(name, new Promise((resolve) => (notifyWaiting = resolve)));
  return (failure) => {
    running.delete(name);
    notifyWaiting(failure);
  };
}

const claim = statement((db, userId: string, key: string, fingerprint: string, createdAt: string) =>
  db
    .insertInto('idempotencyKeys')
    .values({ userId, key, fingerprint, status: 0, body: '', packed: null, version: null, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key'),
);

const saveResponse = statement(
  (
    db,
    userId: string,
    key: string,
    status: number,
    body: string,
    packed: Uint8Array | null,
    version: number | null,
  ) =>
    db
      .updateTable('idempotencyKeys')
      .set({ status, body, packed, version })
      .where('userId', '=', userId)
      .where('key', '=', key),
);

/**
 * Claims the key as the first statement of a keyed write, in its transaction. Returns null to proceed, or the
 * stored response.
 *
 * @throws ApiProblem 422 `IDEMPOTENCY_MISMATCH` if the key belongs to a different request, 409 while another
 *   process is running the request
 */
export async function claimKey(tx: Tx, call: KeyedCall, now: Date): Promise<SerializedResponse | null> {
  const claimed = await claim(tx, call.userId, call.key, call.fingerprint, now.toISOString()).catch(
    (error: unknown) => {
      if (tx.dialect === 'postgres' && getSqlState(error) === '55P03') throw stillRunning();
      throw error;
    },
  );
  if (claimed.length > 0) return null;
  const stored = await tx
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'status', 'body', 'packed', 'version'])
    .where('userId', '=', call.userId)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow();
  if (stored.fingerprint !== call.fingerprint) {
    throw problem('IDEMPOTENCY_MISMATCH', refusal('idempotency-key-reused'));
  }
  return {
    status: stored.status,
    text: await unpack(stored),
    version: stored.version,
    headers: { 'idempotency-replayed': 'true' },
  };
}

/** Returns whether a response is stored under a key. */
export async function hasStoredResponse(db: Queryable, userId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .select('status')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the response as the last statement of a keyed write, compressed if long. */
export async function storeResponse(tx: Tx, call: KeyedCall, response: SerializedResponse): Promise<void> {
  const { body, packed } = await pack(response.text);
  await saveResponse(tx, call.userId, call.key, response.status, body, packed, response.version);
}

const stillRunning = () =>
  problem('STILL_RUNNING', refusal('still-running'), {
    retryAfterS: 1,
  });

async function settleWithin(previous: Promise<unknown>, ms: number): Promise<{ failure: unknown } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  const settled = await Promise.race([previous.then((failure) => ({ failure })), timeout]);
  clearTimeout(timer);
  return settled;
}

const scopes = new WeakMap<object, number>();
let lastScope = 0;

/** Several apps may run in one process (in tests); each has separate keys. */
function scopeNumber(scope: object): number {
  const existing = scopes.get(scope);
  if (existing) return existing;
  scopes.set(scope, ++lastScope);
  return lastScope;
}
