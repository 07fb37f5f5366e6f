import { type Blanks, fillBlanks, type ReasonCode, reasonOf } from '#contract/imports/sentences.ts';
import { record } from '#contract/tolerant.ts';
import { ApiError } from '#src/lib/api/api-error.ts';
import { isolate } from '#src/lib/i18n/isolate.ts';
import { localeStore } from '#src/lib/i18n/locale.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { importMessages } from './messages.ts';
import { type AnyResourceTexts, resourceMessages } from '../messages.ts';
import { reasonMessages } from './reason-messages.ts';

interface Said {
  /** The server's sentence, for what no words are known for. */
  message: string;
  reason?: string | null | undefined;
  params?: Blanks | undefined;
}

/** Why something was refused, in the person's language where the reason is known. */
export function reasonText({ message, reason, params = {} }: Said): string {
  const known = reason ? { reason, params } : reasonOf(message);
  const template = known && messagesOf(reasonMessages)[known.reason as ReasonCode];
  return template ? fillBlanks(template, wordsOf(known.params)) : message;
}

const together = (text: string): string => (localeStore.get() === 'ar' ? isolate(text) : text);

/** Blanks that name a collection get its name; texts of the data stay together whichever way the sentence runs. */
function wordsOf(params: Blanks): Blanks {
  const { collection, by, many, why, name, ...rest } = params;
  const words = Object.fromEntries(Object.entries(rest).map(([key, text]) => [key, together(text)]));
  return {
    ...words,
    ...(name !== undefined && { name: name === '' ? collectionWord(collection ?? '') : together(name) }),
    ...(by !== undefined && { by: collectionWord(by) }),
    ...(many !== undefined && { many: collectionWord(many) }),
    ...(why !== undefined && { why: reasonText({ message: why }) }),
  };
}

function collectionWord(collection: string): string {
  const others: Readonly<Record<string, string>> = messagesOf(importMessages).collections;
  const all = messagesOf(resourceMessages) as Readonly<Record<string, AnyResourceTexts>>;
  return others[collection] ?? all[collection]?.many ?? collection.replaceAll('-', ' ');
}

/** What went wrong with a call of an import, in the person's language where its reason is known. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return String(error);
  const { reason, params } = error.details;
  return reasonText({
    message: error.message,
    reason: typeof reason === 'string' ? reason : null,
    params: record(params) as Blanks,
  });
}
