import { getDeviceMoment, recordServerTime } from '#platform/web/device-clock.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { ApiError, createNetworkError, createSessionEndedError } from './api-error.ts';
import { hasPrefetched, takePrefetchedResponse } from './prefetched-requests.ts';
import type { Call, CallOptions, Reply, SendOptions, WriteMethod } from './call.ts';
import type { ClientProfile } from './profiles.ts';

/** Environment of an API client, evaluated on every request. */
export interface ApiEnvironment {
  baseAddress(): string;
  profile(): ClientProfile;
  /**
   * The bearer token, the instant (epoch ms) of its sign-in and the user's id; null when nobody is signed in.
   */
  credentials(): { token: string; startedAt: number; userId: string | null } | null;
  /** Called with the outcome of every request; `true` if the API itself responded. */
  onOutcome?(isAlive: boolean): void;
  /** Resolves when the remembered session's user is verified; responses are withheld until then. */
  whenUserVerified?(): Promise<void>;
  /** Synchronous variant of `whenUserVerified`. */
  isUserVerified?(): boolean;
}

/** The API client of the dashboard. Every failure is an `ApiError`; it never shows messages or redirects. */
export interface Api {
  get(path: string, options?: CallOptions): Promise<Reply>;
  send(method: WriteMethod, path: string, options?: SendOptions): Promise<Reply>;
  /** Returns the prefetched response of a `get` if it has already arrived, but only once; otherwise null. */
  takePrefetched(path: string, search?: CallOptions['search']): Reply | null;
}

/**
 * Creates the API client; `environment.profile()` selects the client profile for each request. A response
 * that arrives after its session ended fails with `SESSION_ENDED`, so that the next user never sees it.
 */
export function createApi(environment: ApiEnvironment): Api {
  async function call(method: Call['method'], path: string, options: SendOptions): Promise<Reply> {
    const profile = environment.profile();
    const credentials = environment.credentials();
    const context = {
      sessionStartedAt: credentials?.startedAt ?? null,
      isSignIn: options.isSignIn ?? false,
    };
    const isOfAnotherUser = options.asUser !== undefined && credentials?.userId !== options.asUser;
    // Screens unmount shortly after their session ends; the server would reject their requests.
    const isReadAfterSignOut = method === 'get' && credentials === null && options.isPublic !== true;
    if (isOfAnotherUser || isReadAfterSignOut) throw createSessionEndedError(context);
    const token = credentials?.token ?? null;
    const headers = buildHeaders(method, options);
    const baseAddress = environment.baseAddress();
    try {
      const { performCall } = await withTimeout(loadTransport(), profile.timeoutMs);
      const sentAt = getDeviceMoment();
      const reply = await performCall({
        method,
        path,
        baseAddress,
        profile,
        token,
        headers,
        options,
        context,
      });
      environment.onOutcome?.(true);
      recordServerTime(reply.headers.get('server-time'), sentAt);
      if (method === 'get' && !options.isUserVerification) await environment.whenUserVerified?.();
      const hasSessionEnded = token !== null && environment.credentials()?.token !== token;
      if (hasSessionEnded && !options.outlivesSession) throw createSessionEndedError(context);
      return reply;
    } catch (error) {
      if (options.signal?.aborted) throw error;
      if (error instanceof ApiError && error.code === 'SESSION_ENDED') throw error;
      const failure = error instanceof ApiError ? error : createNetworkError(context);
      environment.onOutcome?.(!failure.isNetwork);
      throw failure;
    }
  }

  return {
    get: (path, options = {}) => call('get', path, options),
    send: (method, path, options = {}) => call(method, path, options),
    takePrefetched(path, search = {}) {
      const token = environment.credentials()?.token;
      if (token === undefined || environment.isUserVerified?.() === false) return null;
      return takePrefetchedReply(environment.baseAddress(), path, search, token);
    },
  };
}

function takePrefetchedReply(
  baseAddress: string,
  path: string,
  search: NonNullable<CallOptions['search']>,
  token: string,
): Reply | null {
  if (!hasPrefetched()) return null;
  const params = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = params.length === 0 ? '' : `?${new URLSearchParams(params)}`;
  const prefetched = takePrefetchedResponse({
    url: new URL(`${baseAddress}/${path.replace(/^\//, '')}${query}`, window.location.href).href,
    headers: new Headers({
      accept: 'application/json',
      'accept-language': localeStore.get(),
      authorization: `Bearer ${token}`,
    }),
  });
  if (prefetched === null) return null;
  try {
    const { status, headers } = prefetched.response;
    return { data: JSON.parse(prefetched.text), status, headers };
  } catch {
    // The prefetched response is unusable; the regular request reports the error.
    return null;
  }
}

const importTransport = () => import('./transport.ts');
let transport: ReturnType<typeof importTransport> | null = null;

/**
 * Loads the transport chunk. The first request loads it too, but callers that expect a request can start
 * earlier. After a failure, the next request tries again.
 */
export function loadTransport(): ReturnType<typeof importTransport> {
  transport ??= importTransport().catch((error: unknown) => {
    transport = null;
    throw error;
  });
  return transport;
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Not loaded in time')), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function buildHeaders(method: string, options: SendOptions): Record<string, string | undefined> {
  return {
    accept: 'application/json',
    ...(method === 'get' ? {} : { 'idempotency-key': options.idempotencyKey ?? newUuid() }),
    ...(options.ifMatch == null ? {} : { 'if-match': `"${options.ifMatch}"` }),
    ...options.headers,
  };
}
