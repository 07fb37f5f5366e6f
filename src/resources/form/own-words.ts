import { localeStore } from '#src/lib/i18n/locale.ts';

interface Refusal {
  message: string;
  fields: Readonly<Record<string, string>>;
}

/**
 * A refusal of the server in the language of the reader, as far as its sentences are known there. They come when they
 * are needed; where they do not come, the server's own stand.
 */
export async function inOwnWords(refusal: Refusal): Promise<Refusal> {
  if (localeStore.get() === 'en') return refusal;
  const words = await import('../import/reason-text.ts').catch(() => null);
  if (words === null) return refusal;
  const own = (message: string) => words.reasonText({ message });
  return {
    message: own(refusal.message),
    fields: Object.fromEntries(Object.entries(refusal.fields).map(([field, said]) => [field, own(said)])),
  };
}
