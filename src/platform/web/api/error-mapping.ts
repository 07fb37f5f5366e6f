import { isHTTPError } from 'ky';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { ApiError, createNetworkError } from './api-error.ts';
import type { CallContext } from './call.ts';
import { isForeignPage } from './foreign-page.ts';
import { apiMessages } from './messages.ts';

/**
 * Converts anything that a request threw to an `ApiError` with the messages of SPEC section 8. An HTML
 * response from a proxy or captive portal counts as no response.
 */
export function toApiError(error: unknown, context: CallContext): ApiError {
  if (error instanceof ApiError) return error;
  return isHTTPError(error)
    ? createResponseError(error.response, error.data, context)
    : createNetworkError(context);
}

/** Converts an error response into an `ApiError`; `data` is its parsed body. */
export function createResponseError(response: Response, data: unknown, context: CallContext): ApiError {
  const { status } = response;
  if (isForeignPage(response)) return createNetworkError(context);

  const body = readBody(data);
  const texts = getMessages(apiMessages);
  const common = {
    status,
    fields: body.fields,
    details: body.details,
    requestId: body.requestId ?? response.headers.get('x-request-id'),
    retryAfterMs: parseRetryAfterMs(response.headers),
    sessionStartedAt: context.sessionStartedAt,
  };
  if (status === 401 && !context.isSignIn) {
    return new ApiError({
      ...common,
      code: body.code ?? 'UNAUTHENTICATED',
      message: texts.authenticationFailed,
    });
  }
  if (status >= 500)
    return new ApiError({ ...common, code: body.code ?? 'SERVER_ERROR', message: texts.server });
  if (status === 429) {
    const message = body.message ?? texts.rateLimited;
    const isGeneric = body.message === null;
    return new ApiError({ ...common, code: body.code ?? 'RATE_LIMITED', message, isGeneric });
  }
  return new ApiError({
    ...common,
    code: body.code ?? 'HTTP_ERROR',
    message: body.message ?? texts.refused,
    isGeneric: body.message === null,
  });
}

/**
 * Creates an error from a stored error body, for a job that failed after the server had responded to its
 * request.
 */
export function createErrorFromBody(status: number, data: unknown): ApiError {
  const { code, message, ...parts } = readBody(data);
  return new ApiError({
    ...parts,
    status,
    code: code ?? 'HTTP_ERROR',
    message: message ?? getMessages(apiMessages).refused,
    isGeneric: message === null,
  });
}

/** `Retry-After` in milliseconds (seconds or an HTTP date), or null when absent or unreadable. */
export function parseRetryAfterMs(headers: Headers, nowMs: number = Date.now()): number | null {
  const value = headers.get('retry-after')?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? null : Math.max(0, dateMs - nowMs);
}

interface ErrorBody {
  message: string | null;
  code: string | null;
  fields: Record<string, string>;
  details: Record<string, unknown>;
  requestId: string | null;
}

/**
 * Reads the error message from `error`, `message`, `error.message` or `detail` (API.md, "Tolerance"). If both
 * `error` and `message` exist, `error` is the status name and `message` the text.
 */
function readBody(data: unknown): ErrorBody {
  const body = asRecord(data);
  const nested = asRecord(body['error']);
  const fields = Object.entries(asRecord(body['fields'] ?? nested['fields'])).map(([k, v]) => [k, String(v)]);
  const message =
    readSentences(body['message']) ??
    readText(body['error']) ??
    readSentences(nested['message']) ??
    readText(body['detail']);
  return {
    message: message === null ? null : stripFieldPath(message, fields),
    code: readText(body['code']) ?? readText(nested['code']),
    fields: Object.fromEntries(fields),
    details: { ...readRefusal(body), ...asRecord(body['details'] ?? nested['details']) },
    requestId: readText(body['requestId']),
  };
}

/** Returns the codes and parameters of the response's messages, for `localize-error.ts`. */
function readRefusal({
  reason,
  params,
  about,
  fieldReasons,
}: Record<string, unknown>): Record<string, unknown> {
  return {
    ...(readText(reason) && { reason, params, ...(readText(about) && { about }) }),
    ...(fieldReasons !== undefined && { fieldReasons }),
  };
}

/** Removes a leading field name from a message: `branch: No kitchen...`. */
function stripFieldPath(message: string, fields: readonly (readonly string[])[]): string {
  const prefix = fields.map(([path]) => `${path}: `).find((candidate) => message.startsWith(candidate));
  const sentence = prefix === undefined ? '' : message.slice(prefix.length).trim();
  return sentence === '' ? message : sentence;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Reads a message, or several joined with spaces. */
function readSentences(value: unknown): string | null {
  return readText(Array.isArray(value) ? value.filter((part) => readText(part) !== null).join(' ') : value);
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
