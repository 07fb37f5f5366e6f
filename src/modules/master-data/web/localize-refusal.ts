import { parseEnglishRefusal } from '#core/refusals/english.ts';
import {
  type RefusalParams,
  fillPlaceholders,
  type ReasonCode,
  type Refusal,
} from '#core/refusals/refusal.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import type { RefusalText } from '#platform/web/api/localize-error.ts';
import { isolate } from '#platform/web/i18n/isolate.ts';
import { localeStore } from '#platform/web/i18n/locale.ts';
import { getMessages } from '#platform/web/i18n/messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import { parameterMessages } from '#platform/web/refusals/parameter-messages.ts';
import { getStatusNames } from './status-names.ts';
import { refusalMessages } from '#platform/web/refusals/messages.ts';

/** Returns the localized text of a refusal if the code is known, otherwise the server's text. */
export function localizeRefusalText({ message, reason, params = {} }: RefusalText): string {
  const refusal = reason ? { reason, params } : parseEnglishRefusal(message);
  const template = refusal && getMessages(refusalMessages)[refusal.reason as ReasonCode];
  return template ? fillPlaceholders(template, localizeParams(refusal.params)) : message;
}

/** Returns the localized text of a refusal. */
export const localizeRefusal = (reason: Refusal): string => localizeRefusalText({ message: '', ...reason });

const isolateInArabic = (text: string): string => (localeStore.get() === 'ar' ? isolate(text) : text);

/**
 * Replaces parameters that contain Commissary's own terms by localized names; text from the data is isolated
 * for right-to-left sentences.
 */
function localizeParams(params: RefusalParams): RefusalParams {
  return Object.fromEntries(
    Object.entries(params).map(([placeholder, text]) => [
      placeholder,
      localizeParam(placeholder, text, params),
    ]),
  );
}

function localizeParam(placeholder: string, text: string, params: RefusalParams): string {
  const parameters = getMessages(parameterMessages);
  const translate = (names: Readonly<Record<string, string>>) => names[text] ?? isolateInArabic(text);
  switch (placeholder) {
    case 'name':
      return text === '' ? getCollectionName(params['collection'] ?? '') : isolateInArabic(text);
    case 'usedBy':
    case 'many':
    case 'records':
    case 'record':
    case 'user':
      return getCollectionName(text.replaceAll(' ', '-'));
    case 'cause':
      return localizeRefusalText({ message: text });
    case 'status':
    case 'next':
      return translate(getStatusNames());
    case 'verb':
      return translate(parameters.verbs);
    case 'operation':
      return translate(parameters.operations);
    case 'outcome':
      return translate(parameters.outcomes);
    default:
      return isolateInArabic(text);
  }
}

function getCollectionName(collection: string): string {
  const otherCollectionNames: Readonly<Record<string, string>> = getMessages(parameterMessages).collections;
  const all = getMessages(resourceMessages) as Readonly<Record<string, AnyResourceTexts>>;
  return (
    otherCollectionNames[collection] ??
    all[collection]?.many ??
    isolateInArabic(collection.replaceAll('-', ' '))
  );
}

/** Returns the message of a failed import request, localized if its code is known. */
export function getImportErrorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  const { reason, params } = error.details;
  return localizeRefusalText({
    message: error.serverText.message,
    reason: typeof reason === 'string' ? reason : null,
    params: readRecord(params) as RefusalParams,
  });
}
