import { refusal } from '#domain/refusals/refusal.ts';
import { classifyDbError, sqlState } from '../db/failures.ts';
import { pack, unpack } from '../db/packed-text.ts';
import { statement } from '../db/statements.ts';
import type { Queryable, Tx } from '../db/types.ts';
import { problem } from './problems.ts';
import type { SerializedResponse } from './respond.ts';
import { keyedHash, sha256 } from './tokens.ts';

/** How long a second call with the same key waits for the first. */
export const runningCallWaitMs = 5000;
/** How long answers are kept for a replay. */
export const idempotencyRetentionMs = 7 * 24 * 60 * 60 * 1000;

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/** What of a body is secret, at whatever depth: a quick hash of it in the database would be what guessers wish for. */
const secretNames: ReadonlySet<string> = new Set([
  'password',
  'newPassword',
  'currentPassword',
  'setupToken',
  'token',
]);

/** Names may be written with escapes; whatever could hold one is looked at closely. */
const mayHoldSecrets = /password|token|\\u/i;

/** One call under a key of one user. */
export interface KeyedCall {
  userId: string;
  key: string;
  fingerprint: string;
}

/**
 * Reads the Idempotency-Key header: null without one. Throws 400 for a key that is too long or not printable. Secrets
 * count in what is compared, by a hash whose key is the caller's own token: that is kept nowhere, so nobody who reads
 * the database can try passwords on it.
 */
export async function readKeyedCall(
  header: string | undefined,
  userId: string,
  token: string,
  request: { method: string; pathAndQuery: string; text: string },
): Promise<KeyedCall | null> {
  if (header === undefined) return null;
  if (!keyPattern.test(header)) throw problem('MALFORMED', refusal('key-form'));
  const { text, secrets } = withoutSecrets(request.text);
  const told = await sha256(`${request.method} ${request.pathAndQuery}\n${text}`);
  const fingerprint = secrets === null ? told : `${told} ${await keyedHash(token, secrets)}`;
  return { userId, key: header, fingerprint };
}

/** The body without its secrets, and these by themselves; null where there are none, and the text is as it was. */
function withoutSecrets(text: string): { text: string; secrets: string | null } {
  if (!mayHoldSecrets.test(text)) return { text, secrets: null };
  const secrets: [string, unknown][] = [];
  const value = parsed(text, (name, held) => {
    if (!secretNames.has(name)) return held;
    secrets.push([name, held]);
    return '';
  });
  if (secrets.length === 0) return { text, secrets: null };
  return { text: JSON.stringify(value), secrets: JSON.stringify(secrets) };
}

/** Null for what is no JSON: the body of a call that reads none, or the hash of a file. */
function parsed(text: string, reviver: (name: string, held: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return null;
  }
}

/** How the call under way under a key ends: with what it failed with, or nothing. */
const running = new Map<string, Promise<unknown>>();

/**
 * Waits until no call of this process runs under the same key, at most five seconds: then 409 `STILL_RUNNING`. One that
 * found the database busy for as long as anybody waits has waited for those behind it, too: they fail as it did.
 *
 * @returns to be called with what the call failed with, or nothing
 */
export async function serializeKeyedCalls(
  scope: object,
  call: KeyedCall,
): Promise<(failure?: unknown) => void> {
  const name = `${scopeNumber(scope)} ${call.userId} ${call.key}`;
  const deadline = Date.now() + runningCallWaitMs;
  for (let first = running.get(name); first; first = running.get(name)) {
    const left = deadline - Date.now();
    const ended = left > 0 && (await endWithin(first, left));
    if (!ended) throw stillRunning();
    if (classifyDbError(ended.failure) === 'busy') throw ended.failure;
  }
  let free: (failure: unknown) => void = () => undefined;
  running.set(name, new Promise((resolve) => (free = resolve)));
  return (failure) => {
    running.delete(name);
    free(failure);
  };
}

const claim = statement((db, userId: string, key: string, fingerprint: string, createdAt: string) =>
  db
    .insertInto('idempotencyKeys')
    .values({ userId, key, fingerprint, status: 0, body: '', packed: null, version: null, createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key'),
);

const keep = statement(
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
 * The first statement of a keyed write: claims the key in the write's own transaction. Null means go on; otherwise
 * the kept answer. Throws 422 `IDEMPOTENCY_MISMATCH` when the key belongs to another call, 409 while another process
 * still works on it.
 */
export async function claimKey(tx: Tx, call: KeyedCall, now: Date): Promise<SerializedResponse | null> {
  const claimed = await claim(tx, call.userId, call.key, call.fingerprint, now.toISOString()).catch(
    (error: unknown) => {
      if (tx.dialect === 'postgres' && sqlState(error) === '55P03') throw stillRunning();
      throw error;
    },
  );
  if (claimed.length > 0) return null;
  const kept = await tx
    .selectFrom('idempotencyKeys')
    .select(['fingerprint', 'status', 'body', 'packed', 'version'])
    .where('userId', '=', call.userId)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow();
  if (kept.fingerprint !== call.fingerprint) {
    throw problem('IDEMPOTENCY_MISMATCH', refusal('key-used'));
  }
  return {
    status: kept.status,
    text: await unpack(kept),
    version: kept.version,
    headers: { 'idempotency-replayed': 'true' },
  };
}

/** Whether an answer was kept under a key. */
export async function hasStoredResponse(db: Queryable, userId: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('idempotencyKeys')
    .select('status')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** The last statement of a keyed write: keeps its answer, packed where it is long. */
export async function storeResponse(tx: Tx, call: KeyedCall, answer: SerializedResponse): Promise<void> {
  const { body, packed } = await pack(answer.text);
  await keep(tx, call.userId, call.key, answer.status, body, packed, answer.version);
}

const stillRunning = () =>
  problem('STILL_RUNNING', refusal('still-running'), {
    retryAfterS: 1,
  });

async function endWithin(first: Promise<unknown>, ms: number): Promise<{ failure: unknown } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  const ended = await Promise.race([first.then((failure) => ({ failure })), late]);
  clearTimeout(timer);
  return ended;
}

const scopes = new WeakMap<object, number>();
let lastScope = 0;

/** Several apps may run in one process (tests do): their keys are apart. */
function scopeNumber(scope: object): number {
  const known = scopes.get(scope);
  if (known) return known;
  scopes.set(scope, ++lastScope);
  return lastScope;
}
