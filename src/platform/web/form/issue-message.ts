import type { z } from 'zod';
import type { Translation } from '#platform/web/i18n/messages.ts';
import type { fieldMessages } from './field-messages.ts';

type IssueTexts = Translation<(typeof fieldMessages)['en']>['issues'];

/** Patterns with a specific message. */
const patternMessages: Readonly<Record<string, 'noSpaces' | 'currencyCode'>> = {
  '/^\\S+$/': 'noSpaces',
  '/^[A-Z]{3}$/': 'currencyCode',
};

/** Messages of the rules of structured values, by the name in their schemas' `params.message`. */
const ruleMessages: Readonly<Record<string, 'dayRange' | 'uniqueDates'>> = {
  dayRange: 'dayRange',
  uniqueDates: 'uniqueDates',
};

/** Field kinds with a fixed format, and their messages. */
const formatMessages: Readonly<Record<string, 'email' | 'phone' | 'date' | 'timezone' | 'choice'>> = {
  email: 'email',
  phone: 'phone',
  date: 'date',
  timezone: 'timezone',
  choice: 'choice',
  reference: 'choice',
};

/**
 * Returns the localized message of a validation issue; falls back to the schema's own.
 *
 * @param kind the field's kind, if the form has field definitions
 * @param value the form's value
 */
export function getIssueMessage(
  issue: z.core.$ZodIssue,
  t: IssueTexts,
  kind: string | undefined,
  value: unknown,
): string {
  if (value === undefined || value === null || value === '') return t.missing;
  switch (issue.code) {
    case 'invalid_type':
      if (issue.expected === 'int' || kind === 'integer') return t.whole;
      return issue.expected === 'number' ? t.number : issue.message;
    case 'too_small':
      if (issue.origin === 'string') return t.missing;
      return issue.origin === 'array' ? issue.message : t.min(Number(issue.minimum));
    case 'too_big':
      if (issue.origin === 'string') return t.tooLong(Number(issue.maximum));
      return issue.origin === 'array' ? t.tooMany(Number(issue.maximum)) : t.max(Number(issue.maximum));
    case 'invalid_format': {
      const message = patternMessages[String(issue.pattern)];
      return message ? t[message] : (getFormatText(kind, t) ?? issue.message);
    }
    case 'invalid_value':
      return t.choice;
    case 'custom': {
      const decimals: unknown = issue.params?.['decimals'];
      if (typeof decimals === 'number') return t.decimals(decimals);
      const rule = ruleMessages[String(issue.params?.['message'])];
      if (rule) return t[rule];
      return getFormatText(kind, t) ?? issue.message;
    }
    default:
      return issue.message;
  }
}

function getFormatText(kind: string | undefined, t: IssueTexts): string | null {
  const message = formatMessages[kind ?? ''];
  return message ? t[message] : null;
}
