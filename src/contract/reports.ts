import { mostReportDays, reportDimensions } from '#domain/reports/shapes.ts';
import { z } from 'zod';
import { calendarDate } from './numbers.ts';

/** Rows of one answer at most; what is left out is counted in `total`, and stands in the file. */
const mostRows = 5_000;

/**
 * What a report is asked: its days (both inclusive), whose rows, what a row is (`by`), and what they are narrowed to. The
 * same question by `document` answers with what stands behind it.
 */
export const reportQuery = z
  .object({
    from: calendarDate,
    to: calendarDate,
    branch: z.string().max(60).optional(),
    by: z.enum(reportDimensions).optional(),
    item: z.string().max(64).optional(),
    category: z.string().max(64).optional(),
    /** The code of a reason; `-` is without one. */
    reason: z.string().max(40).optional(),
    /** 1 is Monday, 7 Sunday. */
    weekday: z.enum(['1', '2', '3', '4', '5', '6', '7']).optional(),
    /** The key of a column; by the picture's measure, or by time, where it is left out. */
    sort: z.string().max(40).optional(),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .default(200)
      .transform((value) => Math.min(value, mostRows)),
  })
  .refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] })
  .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / 86_400_000 < mostReportDays, {
    error: 'At most 400 days',
    path: ['from'],
  });
export type ReportQuery = z.output<typeof reportQuery>;

const reportColumn = z.object({
  key: z.string(),
  /** text, unit, day, weekday, count, quantity or money. */
  type: z.string(),
  /** Whether it is added up: its sum is in `totals`. */
  hasTotal: z.boolean(),
});
export type ReportColumn = z.output<typeof reportColumn>;

/** A row by the keys of the columns; `key` is what narrows the same question to it. */
const reportRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** `GET /reports/{name}`. `totals` are of everything the question is about, whatever `rows` holds; `total` counts rows. */
export const reportAnswer = z.object({
  name: z.string(),
  by: z.string(),
  from: z.string(),
  to: z.string(),
  asOf: z.string(),
  columns: z.array(reportColumn),
  /** The name of the one item that was asked for; null where it was none. */
  itemName: z.string().nullable(),
  rows: z.array(reportRow),
  total: z.number(),
  totals: z.record(z.string(), z.number().nullable()),
});
export type ReportAnswer = z.output<typeof reportAnswer>;

/** `GET /reports`: what the caller may ask, and by which parameters. */
export const reportListing = z.array(
  z.object({
    name: z.string(),
    params: z.array(z.string()),
    by: z.array(z.string()),
    columns: z.array(reportColumn),
  }),
);
export type ReportListing = z.output<typeof reportListing>;

/** The parameters of every report, by their names. */
export const reportParams = Object.keys(reportQuery.shape);
