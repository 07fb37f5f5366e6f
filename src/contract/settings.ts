import { z } from 'zod';
import { companyPrefixPattern } from '#domain/labels/sscc.ts';
import { calendarDate, text } from './numbers.ts';

/** Business-wide settings. */
export const settings = z.object({
  businessName: z.string(),
  /** Language tag of `nameAlt` (`ar`, `fr`); null without a second language. */
  secondLanguage: z.string().nullable(),
  /**
   * Last day (YYYY-MM-DD) of the closed accounting period: nothing can take effect on or before it. Null if
   * nothing is closed.
   */
  booksClosedUntil: z.string().nullable(),
  /** GS1 company prefix; if set, crates get an SSCC. */
  companyPrefix: z.string().nullable(),
  /** Minimum percentage of known sales and counted goods for a food cost figure. */
  foodCostCoverage: z.number(),
  /** Changes with every save; also the ETag. */
  version: z.number(),
});
export type Settings = z.output<typeof settings>;

/**
 * The last period close: whether it is still being checked, its progress, who started it, and why it was
 * refused.
 */
export const booksClosing = z.object({
  /** The last day (YYYY-MM-DD) to close. */
  until: z.string(),
  /** `failed`: the check was aborted; close the period again to restart it. */
  state: z.enum(['checking', 'closed', 'refused', 'failed']),
  /** Completed and total checks; 0 of 0 before the first. */
  done: z.number(),
  total: z.number(),
  by: z.string(),
  byName: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Why it was refused: the body of a 422 response with the contradictions in `details`. */
  problem: z.record(z.string(), z.unknown()).nullable(),
});
export type BooksClosing = z.output<typeof booksClosing>;

/** The last time that closed days were reopened. */
export const booksReopened = z.object({
  /** The last closed day before and after; null for none. */
  from: z.string(),
  to: z.string().nullable(),
  by: z.string(),
  byName: z.string(),
  at: z.string(),
  reason: z.string(),
});
export type BooksReopened = z.output<typeof booksReopened>;

/** Possible gaps in the days to be closed; `counts` prevent closing, the others are warnings. */
export const closingConcerns = ['counts', 'draftInvoices', 'discrepancies', 'notBilled'] as const;
export type ClosingConcern = (typeof closingConcerns)[number];
export const closingChecklistQueryParams = z.object({ until: calendarDate });
export const closingChecklist = z.array(
  z.object({ concern: z.enum(closingConcerns), count: z.number(), isBlocking: z.boolean() }),
);
export type ClosingChecklist = z.output<typeof closingChecklist>;

/** A change of settings; omitted fields stay unchanged. */
export const settingsChange = z.strictObject({
  businessName: z.string().trim().min(1, 'Enter a name').max(120, 'At most 120 characters').optional(),
  secondLanguage: text(35).optional(),
  /**
   * At most the last day that has started everywhere. An earlier day, or null, reopens the days in between.
   */
  booksClosedUntil: calendarDate.nullable().optional(),
  /** Reason for reopening; required for that, and stored with the user. */
  booksReason: text(500).optional(),
  companyPrefix: z
    .string()
    .trim()
    .regex(companyPrefixPattern, 'Enter a company prefix of 4 to 12 digits')
    .nullable()
    .optional(),
  foodCostCoverage: z.int('Enter a whole number').min(0, '0 or more').max(100, 'At most 100').optional(),
});
export type SettingsChange = z.output<typeof settingsChange>;
