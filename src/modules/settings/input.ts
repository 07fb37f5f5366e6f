import { z } from 'zod';
import { parseScaleScheme } from '#core/labels/scale-label.ts';
import { companyPrefixPattern } from '#core/labels/sscc.ts';
import { calendarDate, text } from '#platform/shapes/numbers.ts';

export const closingChecklistQueryParams = z.object({ until: calendarDate });

/** A change of settings; omitted fields stay unchanged. */
export const settingsChange = z.strictObject({
  businessName: z.string().trim().min(1, 'Enter a name').max(120, 'At most 120 characters').optional(),
  businessAddress: text(400).optional(),
  taxNumber: text(60).optional(),
  secondLanguage: text(35).optional(),
  /**
   * Last closed day; it must have started at every location. An earlier day than before, or null, reopens the
   * days after it.
   */
  booksClosedUntil: calendarDate.nullable().optional(),
  /** Reason; required for reopening, and stored with the user. */
  booksReason: text(500).optional(),
  companyPrefix: z
    .string()
    .trim()
    .regex(companyPrefixPattern, 'Enter a company prefix of 4 to 12 digits')
    .nullable()
    .optional(),
  scaleLabels: z
    .array(
      z
        .string()
        .trim()
        .max(30, 'At most 30 characters')
        .refine((text) => parseScaleScheme(text) !== null, 'Enter 13 digits like 21 IIIII WW.WWW C'),
    )
    .max(10, 'At most 10')
    .optional(),
  foodCostCoverage: z.int('Enter a whole number').min(0, '0 or more').max(100, 'At most 100').optional(),
});
export type SettingsChange = z.output<typeof settingsChange>;
