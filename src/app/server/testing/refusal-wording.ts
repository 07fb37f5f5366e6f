import { englishRefusal } from '#core/refusals/english.ts';
import { refusalTexts } from '#core/refusals/catalogue.ts';
import type { Refusal } from '#core/refusals/refusal.ts';

/** Returns why a refusal can't be localized: an unknown code, or a missing parameter. */
function unworded({ reason, params = {} }: Partial<Refusal>): string | null {
  if (reason === undefined || !Object.hasOwn(refusalTexts, reason)) return `no sentence for ${reason}`;
  const blanks = [...refusalTexts[reason].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const missing = blanks.filter((blank) => typeof params[blank] !== 'string');
  return missing.length > 0 ? `${reason} lacks ${missing.join(', ')}` : null;
}

interface RefusingBody {
  error: string;
  code: string;
  about?: string;
  fields?: Record<string, string>;
  fieldReasons?: Record<string, Refusal>;
}

/**
 * Returns what prevents a refusal from being localized: the whole and each field need a catalogue code with
 * its parameters and the English sentence. Empty for a valid response.
 */
export function refusalWordingFaults(body: unknown): string[] {
  const { error, code, fields = {}, fieldReasons = {}, ...summary } = (body ?? {}) as RefusingBody & Refusal;
  if (typeof code !== 'string') return ['no code'];
  const fault = unworded(summary);
  if (fault !== null) return [fault];
  const isSaid = error.endsWith(englishRefusal({ reason: summary.reason, params: summary.params }));
  const ofFields = Object.entries(fields).flatMap(([field, sentence]) => {
    const why = fieldReasons[field] ?? ({} as Refusal);
    const wrong =
      unworded(why) ??
      (englishRefusal(why) === sentence ? null : `${sentence} is not ${englishRefusal(why)}`);
    return wrong === null ? [] : [`${field}: ${wrong}`];
  });
  return [...(isSaid ? [] : [`${error} is not ${englishRefusal(summary)}`]), ...ofFields];
}
