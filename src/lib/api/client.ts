import { deviceMoment, noteServerTime } from '../device-clock.ts';
import { localeStore } from '../i18n/locale.ts';
import { newUuid } from '../uuid.ts';
import { ApiError, networkError, sessionEndedError } from './api-error.ts';
import { hasPrefetched, takePrefetchedAnswer } from './prefetched-requests.ts';
import type { Call, CallOptions, Reply, SendOptions, WriteMethod } from './call.ts';
import type { ClientProfile } from './profiles.ts';

/** What an API instance is told about the world; read anew at every call. */
export interface ApiEnvironment {
  baseAddress(): string;
  profile(): ClientProfile;
  /** The bearer token, the instant (epoch ms) of its sign-in and the user's id; null when nobody is signed in. */
  credentials(): { token: string; startedAt: number; userId: string | null } | null;
  /** Called with the outcome of every call: `true` when the API itself answered. */
  heard?(isAlive: boolean): void;
  /** Resolves when the person whom the session remembers has been checked; until then no answer is given out. */
  checked?(): Promise<void>;
  /** The same without a wait. */
  isChecked?(): boolean;
}

/** The API as the dashboard sees it. Every failure is an `ApiError`; nothing is shown and nobody is redirected here. */
export interface Api {
  get(path: string, options?: CallOptions): Promise<Reply>;
  send(method: WriteMethod, path: string, options?: SendOptions): Promise<Reply>;
  /** The answer of a `get` that was asked ahead and is already there, once; null for every other. */
  ahead(path: string, search?: CallOptions['search']): Reply | null;
}

/**
 * Makes the API. Which of the two clients it is, `environment.profile()` says per call. An answer that arrives when
 * its session is over is nobody's: the call fails with `SESSION_ENDED`, so that no screen, cache or storage of the
 * next person takes it over.
 */
export function createApi(environment: ApiEnvironment): Api {
  async function call(method: Call['method'], path: string, options: SendOptions): Promise<Reply> {
    const profile = environment.profile();
    const credentials = environment.credentials();
    const facts = {
      sessionStartedAt: credentials?.startedAt ?? null,
      isSignIn: options.isSignIn ?? false,
    };
    if (options.asUser !== undefined && credentials?.userId !== options.asUser)
      throw sessionEndedError(facts);
    const token = credentials?.token ?? null;
    const headers = headersOf(method, options);
    const baseAddress = environment.baseAddress();
    try {
      const { performCall } = await inTime(loadTransport(), profile.timeoutMs);
      const asked = deviceMoment();
      const reply = await performCall({ method, path, baseAddress, profile, token, headers, options, facts });
      environment.heard?.(true);
      noteServerTime(reply.headers.get('server-time'), asked);
      if (method === 'get' && !options.isCheck) await environment.checked?.();
      const isOver = token !== null && environment.credentials()?.token !== token;
      if (isOver && !options.outlivesSession) throw sessionEndedError(facts);
      return reply;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      if (error instanceof ApiError && error.code === 'SESSION_ENDED') throw error;
      const failure = error instanceof ApiError ? error : networkError(facts);
      environment.heard?.(!failure.isNetwork);
      throw failure;
    }
  }

  return {
    get: (path, options = {}) => call('get', path, options),
    send: (method, path, options = {}) => call(method, path, options),
    ahead(path, search = {}) {
      const token = environment.credentials()?.token;
      if (token === undefined || environment.isChecked?.() === false) return null;
      return readAnswered(environment.baseAddress(), path, search, token);
    },
  };
}

function readAnswered(
  baseAddress: string,
  path: string,
  search: NonNullable<CallOptions['search']>,
  token: string,
): Reply | null {
  if (!hasPrefetched()) return null;
  const words = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = words.length === 0 ? '' : `?${new URLSearchParams(words)}`;
  const answered = takePrefetchedAnswer({
    url: new URL(`${baseAddress}/${path.replace(/^\//, '')}${query}`, window.location.href).href,
    headers: new Headers({
      accept: 'application/json',
      'accept-language': localeStore.get(),
      authorization: `Bearer ${token}`,
    }),
  });
  if (answered === null) return null;
  try {
    const { status, headers } = answered.response;
    return { data: JSON.parse(answered.text), status, headers };
  } catch {
    // No answer, then: it is asked again, and said what is wrong with it.
    return null;
  }
}

const importTransport = () => import('./transport.ts');
let transport: ReturnType<typeof importTransport> | null = null;

/**
 * Loads what carries the calls. The first call does so by itself; whoever knows that a call is coming starts
 * earlier. A chunk that did not arrive is asked for again by the next call.
 */
export function loadTransport(): ReturnType<typeof importTransport> {
  transport ??= importTransport().catch((error: unknown) => {
    transport = null;
    throw error;
  });
  return transport;
}

async function inTime<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Not loaded in time')), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function headersOf(method: string, options: SendOptions): Record<string, string | undefined> {
  return {
    accept: 'application/json',
    ...(method === 'get' ? {} : { 'idempotency-key': options.idempotencyKey ?? newUuid() }),
    ...(options.ifMatch == null ? {} : { 'if-match': `"${options.ifMatch}"` }),
    ...options.headers,
  };
}
