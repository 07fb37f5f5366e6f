import ky, { isHTTPError, type RetryOptions } from 'ky';
import { newUuid } from '../uuid.ts';
import { isHtml, networkError, retryAfterMs, toApiError } from './error-mapping.ts';
import type { ClientProfile } from './profiles.ts';

/** What an API instance is told about the world; read anew at every call. */
export interface ApiEnvironment {
  baseAddress(): string;
  profile(): ClientProfile;
  /** The bearer token and the instant (epoch ms) of its sign-in; null when nobody is signed in. */
  credentials(): { token: string; startedAt: number } | null;
  /** Called with the outcome of every call: `true` when the API itself answered. */
  heard?(isAlive: boolean): void;
}

export interface CallOptions {
  search?: Record<string, string | number | boolean | undefined>;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export interface SendOptions extends CallOptions {
  json?: unknown;
  /** Kept by whoever may send the same action twice; without it every call is an action of its own. */
  idempotencyKey?: string;
  /** Version the change is based on; sent as `If-Match`. */
  ifMatch?: number | null;
  /** Marks the sign-in call, whose 401 is an answer about the password. */
  isSignIn?: boolean;
}

/** An answer: `data` is parsed JSON, null for an empty body. Readers of `contract` make sense of it. */
export interface Reply {
  data: unknown;
  status: number;
  headers: Headers;
}

export type WriteMethod = 'post' | 'put' | 'patch' | 'delete';

/** The API as the dashboard sees it. Every failure is an `ApiError`; nothing is shown and nobody is redirected here. */
export interface Api {
  get(path: string, options?: CallOptions): Promise<Reply>;
  send(method: WriteMethod, path: string, options?: SendOptions): Promise<Reply>;
}

const retriedMethods = ['get', 'post', 'put', 'patch', 'delete', 'head'];

/** Makes the one ky instance that both clients share; which client it is, `environment.profile()` says per call. */
export function createApi(environment: ApiEnvironment): Api {
  const instance = ky.create({
    cache: 'no-store',
    hooks: {
      beforeRequest: [({ request }) => authorise(request)],
      // beforeRequest does not run again on a retry. The token of whoever asked stays, should the session change.
      beforeRetry: [({ request }) => authorise(request)],
      afterResponse: [
        ({ response }) => {
          if (response.ok && isHtml(response)) throw networkError({ sessionStartedAt: null });
        },
      ],
      beforeError: [({ error, options }) => toApiError(error, factsOf(options.context))],
    },
  });

  function authorise(request: Request): void {
    const token = environment.credentials()?.token;
    if (token && !request.headers.has('authorization'))
      request.headers.set('authorization', `Bearer ${token}`);
  }

  async function call(method: 'get' | WriteMethod, path: string, options: SendOptions): Promise<Reply> {
    const profile = environment.profile();
    const context = {
      sessionStartedAt: environment.credentials()?.startedAt ?? null,
      isSignIn: options.isSignIn ?? false,
    };
    try {
      const response = await instance(path.replace(/^\//, ''), {
        method,
        prefix: environment.baseAddress(),
        searchParams: options.search,
        json: options.json,
        signal: options.signal,
        headers: headersOf(method, options),
        timeout: profile.timeoutMs,
        totalTimeout: profile.timeoutMs,
        retry: retryOf(profile),
        context,
      });
      const body = await response.text();
      const data: unknown = body.trim() === '' ? null : JSON.parse(body);
      environment.heard?.(true);
      return { data, status: response.status, headers: response.headers };
    } catch (error) {
      if (options.signal?.aborted) throw error;
      const mapped = toApiError(error, context);
      environment.heard?.(!mapped.isNetwork);
      throw mapped;
    }
  }

  return {
    get: (path, options = {}) => call('get', path, options),
    send: (method, path, options = {}) => call(method, path, options),
  };
}

/** Retries belong to ky alone, and only after a 429; a lost connection is for the person or the outbox to retry. */
function retryOf(profile: ClientProfile): RetryOptions {
  const { retries, obeysRetryAfter, delayMs } = profile.rateLimit;
  return {
    limit: retries,
    methods: retriedMethods,
    statusCodes: [429],
    afterStatusCodes: obeysRetryAfter ? [429] : [],
    delay: delayMs,
    shouldRetry({ error }) {
      if (!isHTTPError(error) || error.response.status !== 429) return false;
      const waitMs = obeysRetryAfter ? retryAfterMs(error.response.headers) : null;
      // A wait that outlasts the call's own timeout would only hide the answer.
      return waitMs !== null && waitMs >= profile.timeoutMs ? false : undefined;
    },
  };
}

function headersOf(method: string, options: SendOptions): Record<string, string | undefined> {
  return {
    accept: 'application/json',
    ...(method === 'get' ? {} : { 'idempotency-key': options.idempotencyKey ?? newUuid() }),
    ...(options.ifMatch == null ? {} : { 'if-match': `"${options.ifMatch}"` }),
    ...options.headers,
  };
}

function factsOf(context: Record<string, unknown>): { sessionStartedAt: number | null; isSignIn: boolean } {
  const { sessionStartedAt, isSignIn } = context;
  return {
    sessionStartedAt: typeof sessionStartedAt === 'number' ? sessionStartedAt : null,
    isSignIn: isSignIn === true,
  };
}
