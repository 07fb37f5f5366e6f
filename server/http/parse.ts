import type { z } from 'zod';
import { addressIn } from '#domain/documents/line-address.ts';
import { invalid, problem } from './problems.ts';

/** The largest body of a call, in bytes. */
export const maxBodyBytes = 1024 * 1024;

const tooLarge = () => problem('TOO_LARGE', 'The request is larger than 1 MB.');

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
    throw problem('TOO_LARGE', `The file is larger than ${Math.floor(most / 1024 / 1024)} MB.`);
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
  if (text === '') throw problem('MALFORMED', 'A JSON body is expected.');
  if (text.includes('\\u0000')) throw problem('MALFORMED', 'The body holds a NUL character.');
  try {
    return JSON.parse(text);
  } catch {
    throw problem('MALFORMED', 'The body is not valid JSON.');
  }
}

/** A body that keeps its schema, or 422 naming every field at fault. */
export function parseBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields = Object.entries(fieldsOf(result.error));
  throw invalid(Object.fromEntries(fields.map(([path, said]) => [addressIn(value, path), said])));
}

/** A query that keeps its schema (unknown keys are ignored, a repeated key counts once), or 400. */
export function parseQuery<S extends z.ZodType>(schema: S, url: URL): z.output<S> {
  const values: Record<string, string> = {};
  for (const [key, value] of url.searchParams) {
    if (value.includes('\0')) throw problem('MALFORMED', `${key}: holds a NUL character.`);
    if (!Object.hasOwn(values, key)) values[key] = value;
  }
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const fields = fieldsOf(result.error);
  const [first = ['query', 'is not valid']] = Object.entries(fields);
  throw problem('MALFORMED', `${first[0]}: ${first[1]}`, { fields });
}

function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        fields[path ? `${path}.${key}` : key] ??= 'This field cannot be set here.';
    } else {
      fields[path || 'body'] ??= sentenceOf(issue);
    }
  }
  return fields;
}

const expected: Readonly<Record<string, string>> = {
  string: 'Text is expected',
  number: 'A number is expected',
  int: 'A whole number is expected',
  boolean: 'true or false is expected',
  array: 'A list is expected',
  object: 'An object is expected',
  record: 'An object is expected',
};

/** What a schema says of its own, in words of people where it only names types and bounds. */
function sentenceOf(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (message.endsWith('received undefined')) return 'This is needed';
  if (issue.code === 'invalid_type' && message.startsWith('Invalid input'))
    return expected[issue.expected] ?? message;
  if (issue.code === 'too_big' && message.startsWith('Too big')) return `At most ${issue.maximum}`;
  if (issue.code === 'too_small' && message.startsWith('Too small')) return `At least ${issue.minimum}`;
  return message;
}
