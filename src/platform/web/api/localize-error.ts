import { readRecord } from '#platform/shapes/tolerant.ts';
import { isolate } from '#platform/web/i18n/isolate.ts';
import { localeStore, useLocale } from '#platform/web/i18n/locale.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { createStore, useStore } from '#platform/web/store.ts';
import { ApiError } from './api-error.ts';
import { apiMessages } from './messages.ts';

/** A server error message, with the code and parameters to localize it. */
export interface RefusalText {
  message: string;
  reason?: string | null | undefined;
  params?: Readonly<Record<string, string>> | undefined;
}

type LocalizeRefusal = (refusal: RefusalText) => string;

let loadLocalization: (() => Promise<LocalizeRefusal>) | null = null;

/** Localizer of error messages, loaded after the first error in that language; null before. */
const localization = createStore<{ localize: LocalizeRefusal } | null>(null);

/** Registers the loader of localized error messages, which runs on the first error. */
export function registerErrorTexts(load: () => Promise<LocalizeRefusal>): void {
  loadLocalization = load;
  localization.set(null);
}

async function loadLocalizeRefusal(): Promise<LocalizeRefusal | null> {
  if (localization.get() === null && loadLocalization !== null) {
    const localize = await loadLocalization().catch(() => null);
    if (localize !== null) localization.set({ localize });
  }
  return localization.get()?.localize ?? null;
}

/**
 * Returns the error in the current language if localized messages exist; other messages stay as the server
 * sent them.
 */
export async function localizeError(error: ApiError): Promise<ApiError> {
  if (localeStore.get() === 'en' || error.isNetwork) return error;
  const localize = await loadLocalizeRefusal();
  return localize === null ? error : error.withMessages(localizeTexts(error, localize));
}

function localizeTexts({ serverText, details }: ApiError, localize: LocalizeRefusal) {
  const { reason, params, rowName, fieldReasons } = details;
  const refusalsByField = readRecord(fieldReasons);
  const fields = Object.entries(serverText.fields).map(([field, message]) => [
    field,
    localize({ message, ...readRefusalCode(readRecord(refusalsByField[field])) }),
  ]);
  const text = localize({ message: serverText.message, ...readRefusalCode({ reason, params }) });
  const isAboutPart = typeof rowName === 'string' && typeof reason === 'string';
  return { message: isAboutPart ? `${isolate(rowName)}: ${text}` : text, fields: Object.fromEntries(fields) };
}

/** Returns an error's messages in the current language, which may have changed since the error occurred. */
function getCurrentTexts(error: ApiError): Pick<ApiError, 'message' | 'fields'> {
  if (localeStore.get() === 'en') return error.serverText;
  const loaded = localization.get();
  if (loaded) return localizeTexts(error, loaded.localize);
  void loadLocalizeRefusal();
  return error;
}

/**
 * Returns the message to show for a failure: the localized server message, or `fallback` when the server sent
 * none (SPEC section 8: "the server error, or 'Failed to load orders'").
 */
export function getErrorMessage(error: unknown, fallback?: string): string {
  const texts = getMessages(apiMessages);
  if (!(error instanceof ApiError)) return fallback ?? texts.refused;
  if (error.code === 'NETWORK') return texts.network;
  if (error.isGeneric) return fallback ?? error.message;
  if (error.status >= 500) return texts.server;
  return sessionErrorCodes.has(error.code) ? texts.authenticationFailed : getCurrentTexts(error).message;
}

const sessionErrorCodes: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'TOKEN_EXPIRED', 'SESSION_ENDED']);

/** Returns the localized validation messages by field. */
export const getFieldErrorMessages = (error: ApiError): Record<string, string> =>
  getCurrentTexts(error).fields;

/**
 * Returns `getErrorMessage` for messages that stay on screen; re-renders when the language or its messages
 * change.
 */
export function useErrorMessage(): typeof getErrorMessage {
  useLocale();
  useStore(localization);
  return getErrorMessage;
}

/** Reads the code and parameters of a refusal from any server's response. */
export function readRefusalCode({
  reason,
  params,
}: Readonly<Record<string, unknown>>): Omit<RefusalText, 'message'> {
  const texts = Object.entries(readRecord(params)).map(([name, value]) => [name, String(value)]);
  return { reason: typeof reason === 'string' ? reason : null, params: Object.fromEntries(texts) };
}
