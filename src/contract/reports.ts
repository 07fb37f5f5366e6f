import { z } from 'zod';
import { periods } from '#domain/reports/periods.ts';
import { maxReportDays, type ReportName, reportNames as everyReport } from '#domain/reports/shapes.ts';
import { reportAreas, reportDimensions } from '#domain/reports/shape-types.ts';
import { moveKinds } from '#domain/stock/kinds.ts';
import { calendarDate } from './numbers.ts';

const reportNames = everyReport as [ReportName, ...ReportName[]];

/** Rows of one answer at most; what is left out is counted in `total`, and stands in the file. */
const mostRows = 5_000;

/** What can be asked of reports besides their days, by the names in addresses. */
export const reportNarrowing = {
  /** Days from `day` on. */
  within: z.coerce.number().int().min(0).max(3650).optional(),
  branch: z.string().max(60).optional(),
  by: z.enum([...reportDimensions, 'happened', 'posted']).optional(),
  item: z.string().max(64).optional(),
  category: z.string().max(64).optional(),
  supplier: z.string().max(64).optional(),
  /** The code of a reason; `-` is without one. */
  reason: z.string().max(40).optional(),
  /** 1 is Monday, 7 Sunday. */
  weekday: z.enum(['1', '2', '3', '4', '5', '6', '7']).optional(),
  /** A kind of stock move. */
  kind: z.enum(Object.keys(moveKinds) as [keyof typeof moveKinds]).optional(),
  /** By which prices something is told. */
  basis: z.enum(['average', 'last', 'list', 'standard']).optional(),
  /** The key of a column, with `-` before it for the largest first; as the report is read best where it is left out. */
  sort: z.string().max(40).optional(),
  /** The keys of columns that are left out, with commas between them; the first column stays. */
  hide: z.string().max(400).optional(),
};

const reportFields = {
  /** Both inclusive. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  day: calendarDate.optional(),
  ...reportNarrowing,
};

const limit = z.coerce
  .number()
  .int()
  .min(1)
  .default(200)
  .transform((value) => Math.min(value, mostRows));

interface DaysAsked {
  from?: string | undefined;
  to?: string | undefined;
}

/** Days in their order, and not too many of them. */
const withDays = <S extends z.ZodType<DaysAsked>>(schema: S) =>
  schema
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The last day is before the first.',
      path: ['to'],
    })
    .refine(
      ({ from, to }) =>
        from === undefined ||
        to === undefined ||
        (Date.parse(to) - Date.parse(from)) / 86_400_000 < maxReportDays,
      { error: 'At most 400 days', path: ['from'] },
    );

/**
 * What a report is asked. Which of these a report takes, and which it needs, is told by `GET /reports`; what it does not take is
 * ignored, and left out of the `params` of its answer.
 *
 * Of figures over days `by` says what a row is: the same question by `document` answers with what stands behind it. Of what
 * stands in the books at the end of a day, `by` is `happened`, with what was entered later, or `posted`, as the books were that
 * evening.
 */
export const reportQuery = withDays(z.object({ ...reportFields, limit }));
export type ReportQuery = z.output<typeof reportQuery>;
/** What a report is asked, as it is sent: `limit` may be left out. */
export type ReportAsked = z.input<typeof reportQuery>;

const reportColumn = z.object({
  key: z.string(),
  /** One of `ReportCell`. */
  type: z.string(),
  /** Whether it is added up: its sum is in `totals`. */
  hasTotal: z.boolean(),
});
export type ReportColumn = z.output<typeof reportColumn>;

/**
 * A row by the keys of the columns; `key` is its own. Beside them what it is about: `itemId`, `branchId`, `docType` and `docId`,
 * where it has one.
 */
const reportRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** `GET /reports/{name}`. `totals` are of everything the question is about, whatever `rows` holds; `total` counts rows. */
export const reportAnswer = z.object({
  name: z.string(),
  /** What a row is, of figures over days; empty where rows are of their own. */
  by: z.string(),
  /** What of the question the report took. */
  params: z.record(z.string(), z.string()),
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
    area: z.enum(reportAreas),
    params: z.array(z.string()),
    required: z.array(z.string()),
    /** What its rows can be; none where they are of their own. */
    by: z.array(z.string()),
    columns: z.array(reportColumn),
  }),
);
export type ReportListing = z.output<typeof reportListing>;

/**
 * What a saved view asks. Without days, and with a `period`, its days move along with the calendar of who opens it; `from`, `to` and
 * `day` stay as they are.
 */
const reportViewAsked = withDays(z.strictObject({ period: z.enum(periods).optional(), ...reportFields }));

const reportViewFields = {
  name: z.string().trim().min(1, 'Enter a name').max(60, 'At most 60 characters'),
  asked: reportViewAsked,
  /** Whether everybody who may read the report sees it. */
  isShared: z.boolean(),
};

export const reportViewInput = z.strictObject({ report: z.enum(reportNames), ...reportViewFields });
export type ReportViewInput = z.input<typeof reportViewInput>;

/** What of a view is changed; what is left out stays. */
export const reportViewChange = z.strictObject(reportViewFields).partial();
export type ReportViewChange = z.input<typeof reportViewChange>;

/** `GET /report-views`: a question under a name, as far as the caller may ask it. */
export const reportView = z.object({
  _id: z.string(),
  name: z.string(),
  report: z.enum(reportNames),
  /** By the names in addresses. */
  asked: z.record(z.string(), z.string()),
  /** What of the question is not for the caller, or no longer there: the names of its parameters. */
  leftOut: z.array(z.string()),
  isShared: z.boolean(),
  /** Whether the caller has saved it, and whether they may change it. */
  isMine: z.boolean(),
  mayChange: z.boolean(),
  /** Who has saved it, where the caller sees that person. */
  ownerName: z.string().nullable(),
  version: z.number(),
});
export type ReportView = z.output<typeof reportView>;
