import { z } from 'zod';
import { companyPrefixPattern } from '#domain/labels/sscc.ts';
import { calendarDate, text } from './numbers.ts';

/** What holds for the whole business. */
export const settings = z.object({
  businessName: z.string(),
  /** Language tag of `nameAlt` everywhere (`ar`, `fr`), or null when there is no second language. */
  secondLanguage: z.string().nullable(),
  /** The last day (YYYY-MM-DD) whose books are closed: nothing takes effect on it or before. Null: all are open. */
  booksClosedUntil: z.string().nullable(),
  /** GS1 company prefix: crates have an SSCC where it is set. */
  companyPrefix: z.string().nullable(),
  /** Food cost is told where at least so much of the sales is known, and of the goods was counted, in percent. */
  foodCostCoverage: z.number(),
  /** Changes with every save; the ETag. */
  version: z.number(),
});
export type Settings = z.output<typeof settings>;

/** The last closing of the books: whether it is still being checked, how far, by whom, and why it was refused. */
export const booksClosing = z.object({
  /** The last day (YYYY-MM-DD) to be closed. */
  until: z.string(),
  /** `failed`: the check did not come to its end; closing the books again starts it anew. */
  state: z.enum(['checking', 'closed', 'refused', 'failed']),
  /** Checks done, and all of them; 0 of 0 before the first. */
  done: z.number(),
  total: z.number(),
  by: z.string(),
  byName: z.string(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Why it was refused: the body of a 422 answer, naming what contradicts in `details`. */
  problem: z.record(z.string(), z.unknown()).nullable(),
});
export type BooksClosing = z.output<typeof booksClosing>;

/** The last time that closed days were opened again. */
export const booksReopened = z.object({
  /** The last closed day before, and after; null: none. */
  from: z.string(),
  to: z.string().nullable(),
  by: z.string(),
  byName: z.string(),
  at: z.string(),
  reason: z.string(),
});
export type BooksReopened = z.output<typeof booksReopened>;

/** What may still be missing in days that are about to be closed; `counts` prevent closing, the others are warnings. */
export const closingConcerns = ['counts', 'draftInvoices', 'discrepancies', 'notBilled'] as const;
export type ClosingConcern = (typeof closingConcerns)[number];
export const closingChecklistQuery = z.object({ until: calendarDate });
export const closingChecklist = z.array(
  z.object({ concern: z.enum(closingConcerns), count: z.number(), isBlocking: z.boolean() }),
);
export type ClosingChecklist = z.output<typeof closingChecklist>;

/** A change of the settings: what is not sent stays. */
export const settingsChange = z.strictObject({
  businessName: z.string().trim().min(1, 'Enter a name').max(120, 'At most 120 characters').optional(),
  secondLanguage: text(35).optional(),
  /** Not later than the day that has begun everywhere. Earlier than before, or null, opens the days between again. */
  booksClosedUntil: calendarDate.nullable().optional(),
  /** Why closed days are opened again; required for that, and stored with who did it. */
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
