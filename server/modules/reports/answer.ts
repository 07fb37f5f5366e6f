import type { ReportAnswer, ReportColumn, ReportQuery } from '#contract/reports.ts';
import type { Actor } from '#domain/permissions.ts';
import { exactly, toSafeNumber } from '#domain/quantity.ts';
import { refusal } from '#domain/refusals/refusal.ts';
import {
  isTime,
  type ReportDimension,
  type ReportMeasure,
  type ReportShape,
} from '#domain/reports/shapes.ts';
import { foldText } from '#domain/text.ts';
import type { Queryable } from '../../db/types.ts';
import { problem } from '../../http/problems.ts';
import { addUp, type Group, type Sums } from './add-up.ts';
import type { ReportDefinition } from './define.ts';
import { namesOf, type Named } from './names.ts';

/** What a report is asked with besides its query. */
export interface Asking {
  actor: Actor;
  now: Date;
  leadsWithAlt: boolean;
}

/** All rows of a report, the totals of everything it is about, and its columns. */
export type WholeReport = Omit<ReportAnswer, 'total'>;

type ReportRow = ReportAnswer['rows'][number];

/** Answers a question whole; who sends a page of it cuts the rows. Throws 400 for what it cannot be grouped or sorted by. */
export async function answerReport(
  db: Queryable,
  report: ReportDefinition,
  query: ReportQuery,
  { actor, now, leadsWithAlt }: Asking,
): Promise<WholeReport> {
  const { shape } = report;
  const { by = shape.dimensions[0], sort, limit: _, ...asked } = query;
  if (!shape.dimensions.includes(by)) throw unfit('by', shape.dimensions);
  const isOfOneItem = asked.item !== undefined;
  const measures = measuresFor(shape, by === 'item' || isOfOneItem);
  const columns = columnsOf(by, measures, isOfOneItem);
  const question = { actor, query: asked };
  const hasQuantities = measures.some(({ type }) => type === 'quantity');
  const groups = await addUp(db, report, question, by, hasQuantities);
  const [all] = await addUp(db, report, question, null, hasQuantities && isOfOneItem);
  const names = await namesOf(db, by, groups, asked.item, leadsWithAlt);
  const rows = groups.map((group) => rowOf(group, by, shape, measures, names));
  const order = sort ?? (isTime(by) ? 'key' : by === 'document' ? '-day' : `-${shape.chart}`);
  return {
    name: shape.name,
    by,
    from: query.from,
    to: query.to,
    asOf: now.toISOString(),
    itemName: names.item,
    columns,
    rows: sorted(rows, order, columns),
    totals: Object.fromEntries(
      columns.flatMap(({ key, hasTotal }) =>
        hasTotal ? [[key, figureOf(measures, key, all?.sums ?? new Map())]] : [],
      ),
    ),
  };
}

/** The columns that a report can have, by items. */
export const everyColumn = (shape: ReportShape): ReportColumn[] => columnsOf('item', shape.measures, true);

/** Quantities of several items are in several units, and have no sum. */
const measuresFor = ({ measures }: ReportShape, withQuantities: boolean): readonly ReportMeasure[] =>
  measures.filter(({ type }) => type !== 'quantity' || withQuantities);

const labelTypes: Readonly<Record<ReportDimension, string>> = {
  item: 'text',
  reason: 'text',
  branch: 'text',
  day: 'day',
  week: 'week',
  weekday: 'weekday',
  document: 'text',
};

function columnsOf(
  by: ReportDimension,
  measures: readonly ReportMeasure[],
  isOfOneItem: boolean,
): ReportColumn[] {
  const plain = (key: string, type: string): ReportColumn => ({ key, type, hasTotal: false });
  return [
    plain('label', labelTypes[by]),
    ...(by === 'item' ? [plain('code', 'text')] : []),
    ...(by === 'document' ? [plain('day', 'day'), plain('place', 'text')] : []),
    ...measures.map(({ key, type }) => ({ key, type, hasTotal: type !== 'quantity' || isOfOneItem })),
    ...(measures.some(({ type }) => type === 'quantity') ? [plain('unit', 'unit')] : []),
  ];
}

function rowOf(
  { key, sums, document }: Group,
  by: ReportDimension,
  { document: docType }: ReportShape,
  measures: readonly ReportMeasure[],
  names: Named,
): ReportRow {
  return {
    key,
    ...names.of(key, document),
    ...(document && { docType, day: document.day, place: names.placeOf(document.branch) }),
    ...(by === 'item' ? {} : names.unit !== null && { unit: names.unit }),
    ...Object.fromEntries(measures.map((measure) => [measure.key, figureOf(measures, measure.key, sums)])),
  };
}

const scales = { count: 1, quantity: 1e6, money: 1e4 } as const;

/** A figure as it travels; null where it is not known, and beyond exact numbers. */
function figureOf(measures: readonly ReportMeasure[], key: string, sums: Sums): number | null {
  const measure = measures.find((each) => each.key === key);
  if (!measure) return null;
  const exact = exactly(() => toSafeNumber(sums.get(key) ?? 0n));
  return exact === null ? null : exact / scales[measure.type];
}

/** By a column, `-` before it for the largest first; what is not known stands last, and ties stand by name and key. */
function sorted(rows: readonly ReportRow[], order: string, columns: readonly ReportColumn[]): ReportRow[] {
  const isDown = order.startsWith('-');
  const key = order.replace(/^-/, '');
  const sortable = ['key', ...columns.map((column) => column.key)];
  if (!sortable.includes(key)) throw unfit('sort', sortable);
  const folded = new Map(rows.map((row) => [row, foldText(String(row['label'] ?? ''))]));
  const valueOf = (row: ReportRow) => (key === 'label' ? (folded.get(row) ?? '') : (row[key] ?? null));
  const compare = (a: ReportRow, b: ReportRow): number => {
    const [left, right] = [valueOf(a), valueOf(b)];
    if (left === right) return 0;
    if (left === null) return 1;
    if (right === null) return -1;
    const isBefore =
      typeof left === 'number' && typeof right === 'number' ? left < right : String(left) < String(right);
    return isBefore === isDown ? 1 : -1;
  };
  const byName = (a: ReportRow, b: ReportRow) => {
    const [left, right] = [folded.get(a) ?? '', folded.get(b) ?? ''];
    if (left !== right) return left < right ? -1 : 1;
    return String(a['key']) < String(b['key']) ? -1 : 1;
  };
  return rows.toSorted((a, b) => compare(a, b) || byName(a, b));
}

function unfit(field: string, fields: readonly string[]) {
  const why = refusal('sort-by', { fields: fields.join(', ') });
  return problem('MALFORMED', why, { lead: field, fields: { [field]: why } });
}
