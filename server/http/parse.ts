import type { z } from 'zod';
import { resolveLineAddress } from '#domain/documents/line-address.ts';
import { parseEnglishRefusal } from '#domain/refusals/english.ts';
import { type FieldRefusals, type Refusal, refusal } from '#domain/refusals/refusal.ts';
import { invalid, problem } from './problems.ts';

/** The largest body of a call, in bytes. */
export const maxBodyBytes = 1024 * 1024;

const tooLarge = () => problem('TOO_LARGE', refusal('request-too-large'));

/** Reads a body whole, whatever Content-Length says of it. Throws 413. */
export async function readText(request: Request): Promise<string> {
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > maxBodyBytes) throw tooLarge();
  // Over HTTP the declared length is the framing itself, so the whole text is bounded by it.
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

/** Reads a body of bytes whole, at most `most` of them, whatever Content-Length says. Throws 413. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const refuse = () => {
    throw problem('TOO_LARGE', refusal('file-too-large', { n: Math.floor(most / 1024 / 1024) }));
  };
  if (Number(request.headers.get('content-length') ?? 0) > most) refuse();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) refuse();
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Parses JSON text. Throws 400 for what is not JSON, and for NUL characters, which no database keeps. */
export function parseJson(text: string): unknown {
  if (text === '') throw problem('MALFORMED', refusal('no-body'));
  if (text.includes('\\u0000')) throw problem('MALFORMED', refusal('body-nul'));
  try {
    return JSON.parse(text);
  } catch {
    throw problem('MALFORMED', refusal('body-unreadable'));
  }
}

/** A body that keeps its schema, or 422 naming every field at fault. */
export function parseBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = Object.entries(fieldsOf(result.error));
  throw invalid(Object.fromEntries(fields.map(([path, said]) => [resolveLineAddress(value, path), said])));
}

/** A query that keeps its schema (unknown keys are ignored, a repeated key counts once), or 400. */
export function parseQuery<S extends z.ZodType>(schema: S, url: URL): z.output<S> {
  const values: Record<string, string> = {};
  for (const [key, value] of url.searchParams) {
    if (value.includes('\0')) throw problem('MALFORMED', refusal('holds-nul', { key }));
    if (!Object.hasOwn(values, key)) values[key] = value;
  }
  return parseValues(schema, values);
}

/** The same of values that are at hand already. */
export function parseValues<S extends z.ZodType>(schema: S, values: unknown): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const fields = fieldsOf(result.error);
  const [lead, why] = Object.entries(fields)[0] as [string, Refusal];
  throw problem('MALFORMED', why, { lead, fields });
}

/** What a schema finds wrong, by field; `body` where it is the whole. Of one field, the first is said. */
function fieldsOf(error: z.ZodError): FieldRefusals {
  const fields: Record<string, Refusal> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[path ? `${path}.${key}` : key] ??= refusal('not-settable');
    } else {
      fields[path || 'body'] ??= refusalOf(issue);
    }
  }
  return fields;
}

const expected: Readonly<Record<string, Refusal>> = {
  string: refusal('text-expected'),
  number: refusal('number-expected'),
  int: refusal('whole'),
  boolean: refusal('boolean-expected'),
  array: refusal('list-expected'),
  object: refusal('object-expected'),
  record: refusal('object-expected'),
};

/** What a schema says of a value: its own sentence, or what its types, bounds and choices come to. */
function refusalOf(issue: z.core.$ZodIssue): Refusal {
  const own = parseEnglishRefusal(issue.message);
  if (own) return own;
  if (issue.message.endsWith('received undefined')) return refusal('needed');
  switch (issue.code) {
    case 'invalid_type':
      return expected[issue.expected] ?? refusal('invalid-input');
    case 'too_big':
      return refusal('most', { n: String(issue.maximum) });
    case 'too_small':
      return refusal('least', { n: String(issue.minimum) });
    case 'invalid_value':
      return refusal('one-of', { options: issue.values.map(String).join(', ') });
    default:
      return refusal('invalid-input');
  }
}
