import ky, { isHTTPError, type RetryOptions } from 'ky';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { fetchWithPrefetch } from './prefetched-requests.ts';
import { createNetworkError, createUnreadableResponseError } from './api-error.ts';
import type { Call, CallContext, Reply } from './call.ts';
import { parseRetryAfterMs, toApiError } from './error-mapping.ts';
import { isHtml } from './foreign-page.ts';
import { localizeError } from './localize-error.ts';
import type { ClientProfile } from './profiles.ts';

const retriedMethods = ['get', 'post', 'put', 'patch', 'delete', 'head'];

/**
 * The ky instance that both clients share. It is separate from `client.ts` so that the sign-in form does not
 * wait for it.
 */
const instance = ky.create({
  cache: 'no-store',
  fetch: fetchWithPrefetch,
  hooks: {
    beforeRequest: [({ request, options }) => authorize(request, options.context)],
    // beforeRequest doesn't run on a retry. The original token is reused even if the session has changed.
    beforeRetry: [({ request, options }) => authorize(request, options.context)],
    afterResponse: [
      ({ response }) => {
        if (response.ok && isHtml(response)) throw createNetworkError({ sessionStartedAt: null });
      },
    ],
    beforeError: [({ error, options }) => toApiError(error, readContext(options.context))],
  },
});

/**
 * Sends a request with its retries and reads the response. Every failure except an abort is an `ApiError`.
 */
export async function performCall({
  method,
  path,
  baseAddress,
  profile,
  token,
  headers,
  options,
  context,
}: Call): Promise<Reply> {
  const startedAt = Date.now();
  try {
    const response = await instance(path.replace(/^\//, ''), {
      method,
      prefix: baseAddress,
      searchParams: options.search,
      json: options.json,
      signal: options.signal,
      // Lists sorted by name use the names in the user's language.
      headers: { ...headers, 'accept-language': localeStore.get() },
      timeout: profile.timeoutMs,
      totalTimeout: profile.timeoutMs,
      retry: buildRetryOptions(profile, () => startedAt + profile.timeoutMs - Date.now()),
      context: { ...context, token },
    });
    const data = parse(await response.text(), response.status, context);
    return { data, status: response.status, headers: response.headers };
  } catch (error) {
    throw options.signal?.aborted ? error : await localizeError(toApiError(error, context));
  }
}

/** Truncated JSON counts as a network error; text that was never JSON counts as an unexpected response. */
function parse(body: string, status: number, context: CallContext): unknown {
  const text = body.trim();
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw /^[[{"]/.test(text) ? error : createUnreadableResponseError(status, context);
  }
}

function authorize(request: Request, { token }: Record<string, unknown>): void {
  if (typeof token === 'string' && !request.headers.has('authorization'))
    request.headers.set('authorization', `Bearer ${token}`);
}

/** Only ky retries, and only after a 429; after a lost connection, the user or the outbox retries. */
function buildRetryOptions(profile: ClientProfile, remainingMs: () => number): RetryOptions {
  const { retries, obeysRetryAfter, delayMs } = profile.rateLimit;
  return {
    limit: retries,
    methods: retriedMethods,
    statusCodes: [429],
    afterStatusCodes: obeysRetryAfter ? [429] : [],
    delay: delayMs,
    shouldRetry({ error, retryCount }) {
      if (!isHTTPError(error) || error.response.status !== 429) return false;
      const waitMs =
        (obeysRetryAfter ? parseRetryAfterMs(error.response.headers) : null) ?? delayMs(retryCount);
      // A wait longer than the remaining timeout would only hide the response.
      return waitMs >= remainingMs() ? false : undefined;
    },
  };
}

function readContext({ sessionStartedAt, isSignIn }: Record<string, unknown>): CallContext {
  return {
    sessionStartedAt: typeof sessionStartedAt === 'number' ? sessionStartedAt : null,
    isSignIn: isSignIn === true,
  };
}
