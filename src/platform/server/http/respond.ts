import { englishRefusal } from '#core/refusals/english.ts';
import type { FieldRefusals } from '#core/refusals/refusal.ts';
import { apiHeaders } from './headers.ts';
import type { ApiProblem } from './problems.ts';
import type { RouteResponse } from './route.ts';

/** Data for a response in addition to the handler's result. */
export interface ResponseContext {
  requestId: string;
  /** Headers of every response of this server. */
  headers: Readonly<Record<string, string>>;
  /** Whether the request's method is HEAD; the response then has no body. */
  isHead: boolean;
  /** Returns whether the client's If-None-Match contains this tag; see `parseIfNoneMatch`. */
  hasTag(etag: string): boolean;
}

/** A serialized response that can be sent and stored for replay. */
export interface SerializedResponse {
  status: number;
  text: string;
  version: number | null;
  headers?: Record<string, string> | undefined;
}

export const formatVersionTag = (version: number): string => `"${version}"`;

/** Serializes a handler's result, once. */
export function serializeResponse(response: RouteResponse): SerializedResponse {
  const text =
    response.body === undefined ? '' : response.raw ? String(response.body) : JSON.stringify(response.body);
  return { status: response.status, text, version: response.version ?? null, headers: response.headers };
}

/**
 * Parses If-None-Match: a list of tags, which are weak if a proxy compressed the response. `*` matches
 * nothing, because it doesn't identify any content.
 */
export function parseIfNoneMatch(header: string | undefined): (etag: string) => boolean {
  const tags = new Set((header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return (etag) => tags.has(etag);
}

/**
 * Sends a response, or a 304 if the client already has it. A row's version alone never results in a 304,
 * because it doesn't depend on what the caller may see.
 */
export function send(context: ResponseContext, response: SerializedResponse): Response {
  const headers: Record<string, string> = {
    ...context.headers,
    'content-type': 'application/json; charset=UTF-8',
    'x-request-id': context.requestId,
    ...response.headers,
  };
  const tag = headers['etag'];
  if (tag !== undefined && response.status === 200 && context.hasTag(tag)) {
    return new Response(null, { status: 304, headers });
  }
  if (response.version !== null) headers['etag'] = formatVersionTag(response.version);
  return new Response(response.status === 204 || context.isHead ? null : response.text, {
    status: response.status,
    headers,
  });
}

/**
 * Adds the common headers to a response that a handler built itself; the handler's headers take precedence.
 */
export function withContext(
  context: ResponseContext,
  response: Response,
  overrides: Readonly<Record<string, string>> = {},
): Response {
  for (const [name, value] of Object.entries({ ...context.headers, ...overrides }))
    response.headers.set(name, value);
  response.headers.set('x-request-id', context.requestId);
  return response;
}

/**
 * Builds the error body: a message for users, a code for programs, the request id for support, and, for
 * clients that localize it, the message key (`reason`) with its parameters (`params`); `fieldReasons` has the
 * same by field. `rowName` is the affected row's name if there are several.
 */
export function buildProblemBody(problem: ApiProblem, requestId: string) {
  const { fields, rowName, details } = problem.options;
  return {
    error: problem.message,
    code: problem.code,
    requestId,
    ...problem.refusal,
    ...(rowName && { rowName }),
    ...(fields && { fieldReasons: fields, fields: toEnglish(fields) }),
    ...(details && { details }),
  };
}

export function sendProblem(context: ResponseContext, problem: ApiProblem): Response {
  const { retryAfterS } = problem.options;
  const body = buildProblemBody(problem, context.requestId);
  const headers =
    retryAfterS === undefined ? undefined : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterS))) };
  return send(context, { status: problem.status, text: JSON.stringify(body), version: null, headers });
}

const toEnglish = (fields: FieldRefusals): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, reason]) => [field, englishRefusal(reason)]));

/** Returns the response headers of a server with or without TLS. */
export function buildServerHeaders(strictTransport: string | null): Readonly<Record<string, string>> {
  return strictTransport ? { ...apiHeaders, 'strict-transport-security': strictTransport } : apiHeaders;
}
