import { record } from '#contract/tolerant.ts';
import { localeStore } from '../i18n/locale.ts';
import type { ApiError } from './api-error.ts';

/** A refusal of the server: its sentence, and by which code and blanks it can be worded anew. */
export interface Said {
  message: string;
  reason?: string | null | undefined;
  params?: Readonly<Record<string, string>> | undefined;
}

type Wording = (said: Said) => string;

let fetchWording: (() => Promise<Wording>) | null = null;

/** Says once, at the start, where the words for refusals in other languages come from: they are fetched with the first. */
export function wordRefusals(fetchIt: () => Promise<Wording>): void {
  fetchWording = fetchIt;
}

/**
 * An error in the language of the reader, as far as what the server says is known there; the server's own words stand
 * for the rest, and where the others cannot be fetched.
 */
export async function inOwnWords(error: ApiError): Promise<ApiError> {
  if (localeStore.get() === 'en' || fetchWording === null || error.isNetwork) return error;
  const own = await fetchWording().catch(() => null);
  if (own === null) return error;
  const { reason, params, fieldReasons } = error.details;
  const ofFields = record(fieldReasons);
  const fields = Object.entries(error.fields).map(([field, message]) => [
    field,
    own({ message, ...codeOf(record(ofFields[field])) }),
  ]);
  return error.worded({
    message: own({ message: error.message, ...codeOf({ reason, params }) }),
    fields: Object.fromEntries(fields),
  });
}

function codeOf({ reason, params }: Readonly<Record<string, unknown>>): Omit<Said, 'message'> {
  const blanks = Object.entries(record(params)).map(([name, value]) => [name, String(value)]);
  return { reason: typeof reason === 'string' ? reason : null, params: Object.fromEntries(blanks) };
}
