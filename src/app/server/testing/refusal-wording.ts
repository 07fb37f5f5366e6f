import { englishRefusal } from '#core/refusals/english.ts';
import { refusalTexts } from '#core/refusals/catalogue.ts';
import type { Refusal } from '#core/refusals/refusal.ts';

/** Returns why a `Refusal` can't be localized: an unknown code or a missing parameter. Null if it can. */
function describeWordingProblem({ reason, params = {} }: Partial<Refusal>): string | null {
  if (reason === undefined || !Object.hasOwn(refusalTexts, reason)) return `no text for ${reason}`;
  const placeholders = [...refusalTexts[reason].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const missing = placeholders.filter((placeholder) => typeof params[placeholder] !== 'string');
  return missing.length > 0 ? `${reason} lacks ${missing.join(', ')}` : null;
}

interface RefusalBody {
  error: string;
  code: string;
  about?: string;
  fields?: Record<string, string>;
  fieldReasons?: Record<string, Refusal>;
}

/**
 * Returns what prevents an error response from being localized: the error as a whole and each field need a
 * catalogue code with its parameters, and the English sentence. Empty for a valid response.
 */
export function findRefusalWordingProblems(body: unknown): string[] {
  const { error, code, fields = {}, fieldReasons = {}, ...summary } = (body ?? {}) as RefusalBody & Refusal;
  if (typeof code !== 'string') return ['no code'];
  const summaryProblem = describeWordingProblem(summary);
  if (summaryProblem !== null) return [summaryProblem];
  const hasExpectedText = error.endsWith(englishRefusal({ reason: summary.reason, params: summary.params }));
  const fieldProblems = Object.entries(fields).flatMap(([field, sentence]) => {
    const fieldRefusal = fieldReasons[field] ?? ({} as Refusal);
    const fieldProblem =
      describeWordingProblem(fieldRefusal) ??
      (englishRefusal(fieldRefusal) === sentence
        ? null
        : `${sentence} is not ${englishRefusal(fieldRefusal)}`);
    return fieldProblem === null ? [] : [`${field}: ${fieldProblem}`];
  });
  return [...(hasExpectedText ? [] : [`${error} is not ${englishRefusal(summary)}`]), ...fieldProblems];
}
