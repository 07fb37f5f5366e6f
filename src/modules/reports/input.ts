import { z } from 'zod';
import { periods } from './periods.ts';
import { maxReportDays, type ReportName, reportNames as everyReport } from './report-shapes.ts';
import { reportDimensions } from '#platform/reports/shape-types.ts';
import { moveKinds } from '#core/move-kinds.ts';
import { countDaysBetween } from '#core/day.ts';
import { calendarDate } from '#platform/shapes/numbers.ts';

const reportNames = everyReport as [ReportName, ...ReportName[]];

/** Maximum number of rows in a response; `total` and files include all rows. */
const maxRows = 5_000;

/** Report filters other than days, by URL name. */
export const reportFilters = {
  /** Number of days after `day`. */
  within: z.coerce.number().int().min(0).max(3650).optional(),
  branch: z.string().max(60).optional(),
  by: z.enum([...reportDimensions, 'effective', 'posted']).optional(),
  item: z.string().max(64).optional(),
  category: z.string().max(64).optional(),
  supplier: z.string().max(64).optional(),
  /** A reason code; `-` for no reason. */
  reason: z.string().max(40).optional(),
  /** 1 is Monday, 7 Sunday. */
  weekday: z.enum(['1', '2', '3', '4', '5', '6', '7']).optional(),
  /** A kind of stock move. */
  kind: z.enum(Object.keys(moveKinds) as [keyof typeof moveKinds]).optional(),
  /** Cost basis. */
  basis: z.enum(['average', 'last', 'list', 'standard']).optional(),
  /** Column key, with a leading `-` for descending order. Defaults to the report's own order. */
  sort: z.string().max(40).optional(),
  /** Keys of hidden columns, comma-separated; the first column can't be hidden. */
  hide: z.string().max(400).optional(),
};

const reportFields = {
  /** Both inclusive. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  day: calendarDate.optional(),
  ...reportFilters,
};

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .default(200)
  .transform((value) => Math.min(value, maxRows));

interface DayRange {
  from?: string | undefined;
  to?: string | undefined;
}

/** Validates the order of the days and the length of the period. */
const withDays = <S extends z.ZodType<DayRange>>(schema: S) =>
  schema
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The last day is before the first.',
      path: ['to'],
    })
    .refine(
      ({ from, to }) => from === undefined || to === undefined || countDaysBetween(from, to) < maxReportDays,
      { error: 'At most 400 days', path: ['from'] },
    );

/**
 * Report request. `GET /reports` lists the parameters of each report; others are ignored and left out of
 * `params` in the response.
 * In grouped reports, `by` is the row dimension; `document` lists the underlying documents. For
 * balances at the end of a day, `by` is `effective` (by effective time, including later entries) or `posted`
 * (as recorded that evening).
 */
export const reportQueryParams = withDays(z.object({ ...reportFields, limit }));
export type ReportQueryParams = z.output<typeof reportQueryParams>;
/** Report request as sent; `limit` is optional. */
export type ReportQueryInput = z.input<typeof reportQueryParams>;

/**
 * Parameters of a saved view. With a `period`, its days are relative to the day on which the view is opened;
 * `from`, `to` and `day` are fixed.
 */
const reportViewParams = withDays(z.strictObject({ period: z.enum(periods).optional(), ...reportFields }));

const reportViewFields = {
  name: z.string().trim().min(1, 'Enter a name').max(60, 'At most 60 characters'),
  params: reportViewParams,
  /** Visible to all users who may read the report. */
  isShared: z.boolean(),
};

export const reportViewInput = z.strictObject({ report: z.enum(reportNames), ...reportViewFields });
export type ReportViewInput = z.input<typeof reportViewInput>;

/** Changes to a view; omitted fields keep their values. */
export const reportViewChange = z.strictObject(reportViewFields).partial();
export type ReportViewChange = z.input<typeof reportViewChange>;
