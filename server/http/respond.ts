import { englishRefusal } from '#domain/refusals/english.ts';
import type { FieldRefusals } from '#domain/refusals/refusal.ts';
import { apiHeaders } from './headers.ts';
import type { ApiProblem } from './problems.ts';
import type { RouteResponse } from './route.ts';

/** What an answer is made of besides the handler's part. */
export interface ResponseContext {
  requestId: string;
  /** Headers every answer of this server carries. */
  headers: Readonly<Record<string, string>>;
  isHead: boolean;
  /** Whether the client says that it has the answer with this tag; see `parseIfNoneMatch`. */
  hasTag(etag: string): boolean;
}

/** An answer as text, ready to be sent and to be kept for a replay. */
export interface SerializedResponse {
  status: number;
  text: string;
  version: number | null;
  headers?: Record<string, string> | undefined;
}

export const versionTag = (version: number): string => `"${version}"`;

/** Turns a handler's answer into text, once. */
export function serializeResponse(answer: RouteResponse): SerializedResponse {
  const text =
    answer.body === undefined ? '' : answer.raw ? String(answer.body) : JSON.stringify(answer.body);
  return { status: answer.status, text, version: answer.version ?? null, headers: answer.headers };
}

/**
 * Reads If-None-Match: a list of tags, weak where a proxy compressed. `*` holds nothing: it says of no answer what it
 * was.
 */
export function parseIfNoneMatch(header: string | undefined): (etag: string) => boolean {
  const held = new Set((header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, '')));
  return (etag) => held.has(etag);
}

/**
 * The response for an answer; 304 when the client has it already. A version is no reason for one: it tells which row
 * this is, not what of it the caller may see.
 */
export function send(context: ResponseContext, answer: SerializedResponse): Response {
  const headers: Record<string, string> = {
    ...context.headers,
    'content-type': 'application/json; charset=UTF-8',
    'x-request-id': context.requestId,
    ...answer.headers,
  };
  const tag = headers['etag'];
  if (tag !== undefined && answer.status === 200 && context.hasTag(tag)) {
    return new Response(null, { status: 304, headers });
  }
  if (answer.version !== null) headers['etag'] = versionTag(answer.version);
  return new Response(answer.status === 204 || context.isHead ? null : answer.text, {
    status: answer.status,
    headers,
  });
}

/** Gives an answer that a handler made by itself the headers of all answers; `own` stand instead of them. */
export function withContext(
  context: ResponseContext,
  response: Response,
  own: Readonly<Record<string, string>> = {},
): Response {
  for (const [name, value] of Object.entries({ ...context.headers, ...own }))
    response.headers.set(name, value);
  response.headers.set('x-request-id', context.requestId);
  return response;
}

/**
 * The error body of the API: a sentence for people, a code for machines, the request id for support; and which sentence
 * that is (`reason`, with what stands in its blanks in `params`), for clients that word it in their own language. The
 * same by field in `fieldReasons`. `about` is the name that the sentence begins with, where it is about one of several.
 */
export function problemBody(problem: ApiProblem, requestId: string) {
  const { fields, about, details } = problem.options;
  return {
    error: problem.message,
    code: problem.code,
    requestId,
    ...problem.refusal,
    ...(about && { about }),
    ...(fields && { fieldReasons: fields, fields: inEnglish(fields) }),
    ...(details && { details }),
  };
}

export function sendProblem(context: ResponseContext, problem: ApiProblem): Response {
  const { retryAfterS } = problem.options;
  const body = problemBody(problem, context.requestId);
  const headers =
    retryAfterS === undefined ? undefined : { 'retry-after': String(Math.max(1, Math.ceil(retryAfterS))) };
  return send(context, { status: problem.status, text: JSON.stringify(body), version: null, headers });
}

const inEnglish = (fields: FieldRefusals): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, why]) => [field, englishRefusal(why)]));

/** Headers for the API of a server reached with or without TLS. */
export function serverHeaders(strictTransport: string | null): Readonly<Record<string, string>> {
  return strictTransport ? { ...apiHeaders, 'strict-transport-security': strictTransport } : apiHeaders;
}
