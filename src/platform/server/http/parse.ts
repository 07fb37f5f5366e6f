import type { z } from 'zod';
import { resolveLineAddress } from '#platform/documents/line-address.ts';
import { parseEnglishRefusal } from '#core/refusals/english.ts';
import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { invalid, problem } from './problems.ts';

/** Maximum size of a request body, in bytes. */
export const maxBodyBytes = 1024 * 1024;

const tooLarge = () => problem('TOO_LARGE', refusal('request-too-large'));

/**
 * Reads a body completely, whatever Content-Length claims.
 *
 * @throws ApiProblem 413
 */
export async function readBodyText(request: Request): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > maxBodyBytes) throw tooLarge();
  // Over HTTP the declared length is part of the framing, so the text can't be longer.
  if (declared >= 0) {
    const text = await request.text();
    if (text.length > maxBodyBytes) throw tooLarge();
    return text;
  }
  if (!request.body) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBodyBytes) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Reads a binary body of at most `maxBytes`, whatever Content-Length claims.
 *
 * @throws ApiProblem 413
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const rejectSize = () => {
    throw problem('TOO_LARGE', refusal('file-too-large', { n: Math.floor(maxBytes / 1024 / 1024) }));
  };
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) rejectSize();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) rejectSize();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * Parses JSON text.
 *
 * @throws ApiProblem 400 for invalid JSON, and for NUL characters, which PostgreSQL can't store
 */
export function parseJson(text: string): unknown {
  if (text === '') throw problem('MALFORMED', refusal('no-body'));
  if (text.includes('\\u0000')) throw problem('MALFORMED', refusal('body-nul'));
  try {
    return JSON.parse(text);
  } catch {
    throw problem('MALFORMED', refusal('body-unreadable'));
  }
}

/**
 * Parses a body.
 *
 * @throws ApiProblem 422 that names every invalid field
 */
export function parseBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = Object.entries(collectFields(result.error));
  throw invalid(
    Object.fromEntries(fields.map(([path, refusal]) => [resolveLineAddress(value, path), refusal])),
  );
}

/**
 * Parses a query string; unknown keys are ignored, and only the first value of a repeated key is used.
 *
 * @throws ApiProblem 400
 */
export function parseQuery<S extends z.ZodType>(schema: S, url: URL): z.output<S> {
  const values: Record<string, string> = {};
  for (const [key, value] of url.searchParams) {
    if (value.includes('\0')) throw problem('MALFORMED', refusal('contains-nul', { key }));
    if (!Object.hasOwn(values, key)) values[key] = value;
  }
  return parseValues(schema, values);
}

/**
 * Parses query values that are already split.
 *
 * @throws ApiProblem 400
 */
export function parseValues<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const fields = collectFields(result.error);
  const [messagePrefix, reason] = Object.entries(fields)[0] as [string, Refusal];
  throw problem('MALFORMED', reason, { messagePrefix, fields });
}

/** Returns a schema's errors by field, only the first per field; `body` for errors of the whole body. */
function collectFields(error: z.ZodError): FieldRefusals {
  const fields: Record<string, Refusal> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[path ? `${path}.${key}` : key] ??= refusal('not-settable');
    } else {
      fields[path || 'body'] ??= toRefusal(issue);
    }
  }
  return fields;
}

const typeRefusals: Readonly<Record<string, Refusal>> = {
  string: refusal('text-expected'),
  number: refusal('number-expected'),
  int: refusal('whole'),
  boolean: refusal('boolean-expected'),
  array: refusal('list-expected'),
  object: refusal('object-expected'),
  record: refusal('object-expected'),
};

/**
 * Converts a schema issue to a refusal: the schema's own message, or one derived from its type, bounds or
 * choices.
 */
function toRefusal(issue: z.core.$ZodIssue): Refusal {
  const catalogued = parseEnglishRefusal(issue.message);
  if (catalogued) return catalogued;
  if (issue.message.endsWith('received undefined')) return refusal('needed');
  switch (issue.code) {
    case 'invalid_type':
      return typeRefusals[issue.expected] ?? refusal('invalid-input');
    case 'too_big':
      return refusal('at-most', { n: String(issue.maximum) });
    case 'too_small':
      return refusal('at-least', { n: String(issue.minimum) });
    case 'invalid_value':
      return refusal('one-of', { options: issue.values.map(String).join(', ') });
    default:
      return refusal('invalid-input');
  }
}
