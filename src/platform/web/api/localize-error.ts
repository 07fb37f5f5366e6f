import { readRecord } from '#platform/shapes/tolerant.ts';
import { isolate } from '#platform/web/i18n/isolate.ts';
import { localeStore, useLocale } from '#platform/web/i18n/locale.ts';
import { messagesOf } from '#platform/web/i18n/messages.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import { ApiError } from './api-error.ts';
import { apiMessages } from './messages.ts';

/** A refusal from the server: its sentence, with the code and parameters to localize it. */
export interface RefusalText {
  message: string;
  reason?: string | null | undefined;
  params?: Readonly<Record<string, string>> | undefined;
}

type Wording = (refusal: RefusalText) => string;

let fetchWording: (() => Promise<Wording>) | null = null;

/** Localized refusal texts, loaded after the first refusal in that language; null before. */
const wording = createStore<{ of: Wording } | null>(null);

/** Registers the loader of localized refusal texts; they are loaded on the first refusal. */
export function registerErrorTexts(fetchIt: () => Promise<Wording>): void {
  fetchWording = fetchIt;
  wording.set(null);
}

async function fetchWords(): Promise<Wording | null> {
  if (wording.get() === null && fetchWording !== null) {
    const of = await fetchWording().catch(() => null);
    if (of !== null) wording.set({ of });
  }
  return wording.get()?.of ?? null;
}

/**
 * Returns the error in the current language where a localized text exists; other texts stay as the server
 * sent them.
 */
export async function localizeError(error: ApiError): Promise<ApiError> {
  if (localeStore.get() === 'en' || error.isNetwork) return error;
  const wordIt = await fetchWords();
  return wordIt === null ? error : error.worded(worded(error, wordIt));
}

function worded({ serverText, details }: ApiError, wordIt: Wording) {
  const { reason, params, about, fieldReasons } = details;
  const ofFields = readRecord(fieldReasons);
  const fields = Object.entries(serverText.fields).map(([field, message]) => [
    field,
    wordIt({ message, ...codeOf(readRecord(ofFields[field])) }),
  ]);
  const text = wordIt({ message: serverText.message, ...codeOf({ reason, params }) });
  const isNamed = typeof about === 'string' && typeof reason === 'string';
  return { message: isNamed ? `${isolate(about)}: ${text}` : text, fields: Object.fromEntries(fields) };
}

/** Returns the texts of an error in the current language, which may have changed since the refusal. */
function now(error: ApiError): Pick<ApiError, 'message' | 'fields'> {
  if (localeStore.get() === 'en') return error.serverText;
  const wordIt = wording.get();
  if (wordIt) return worded(error, wordIt.of);
  void fetchWords();
  return error;
}

/**
 * Returns the message to show for a failure: the localized server message, or `fallback` when the server sent
 * none (SPEC section 8: "the server error, or 'Failed to load orders'").
 */
export function errorMessage(error: unknown, fallback?: string): string {
  const texts = messagesOf(apiMessages);
  if (!(error instanceof ApiError)) return fallback ?? texts.refused;
  if (error.code === 'NETWORK') return texts.network;
  if (error.isGeneric) return fallback ?? error.message;
  if (error.status >= 500) return texts.server;
  return noSession.has(error.code) ? texts.authenticationFailed : now(error).message;
}

const noSession: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'SESSION_ENDED']);

/** Returns the localized validation messages by field. */
export const fieldErrorMessages = (error: ApiError): Record<string, string> => now(error).fields;

/**
 * Returns `errorMessage` for messages that stay on screen; re-renders when the language or its texts change.
 */
export function useErrorMessage(): typeof errorMessage {
  useLocale();
  useStore(wording);
  return errorMessage;
}

function codeOf({ reason, params }: Readonly<Record<string, unknown>>): Omit<RefusalText, 'message'> {
  const blanks = Object.entries(readRecord(params)).map(([name, value]) => [name, String(value)]);
  return { reason: typeof reason === 'string' ? reason : null, params: Object.fromEntries(blanks) };
}
