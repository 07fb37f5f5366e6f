import type { ReportColumn } from '#contract/reports.ts';
import { isTime } from '#domain/reports/shapes.ts';
import type { GroupedShape, ReportDimension, ReportMeasure } from '#domain/reports/shape-types.ts';
import type { Queryable } from '../../db/types.ts';
import { addUp, type Group } from './add-up.ts';
import { figureOf, type ReportRow } from './cells.ts';
import type { GroupedReport, ReportQuestion } from './define.ts';
import { namesOf, type Named } from './names.ts';
import { type Told, unfit } from './told.ts';

/** The figures of a report over days, a row for each item, day and so on. Throws 400 for what it cannot be grouped by. */
export async function groupedRows(
  db: Queryable,
  report: GroupedReport,
  question: ReportQuestion,
  maySee: (measure: ReportMeasure) => boolean,
): Promise<Told> {
  const { shape } = report;
  const { by: asked = shape.dimensions[0], item } = question.query;
  const by = shape.dimensions.find((dimension) => dimension === asked);
  if (by === undefined) throw unfit('by', shape.dimensions);
  const isOfOneItem = item !== undefined;
  const measures = measuresFor(shape, by === 'item' || isOfOneItem).filter(maySee);
  const columns = columnsOf(by, measures, isOfOneItem);
  const hasQuantities = measures.some(({ type }) => type === 'quantity');
  const groups = await addUp(db, report, question, by, hasQuantities);
  const [all] = await addUp(db, report, question, null, hasQuantities && isOfOneItem);
  const names = await namesOf(db, by, groups, item, question.leadsWithAlt);
  const rows = groups.map((group) => rowOf(group, by, shape, measures, names));
  const total = (key: string) => {
    const measure = measures.find((each) => each.key === key);
    return measure ? figureOf(measure.type, all?.sums.get(key) ?? zeroOf(measure)) : null;
  };
  return {
    by,
    columns,
    itemName: names.item,
    order: isTime(by) ? 'key' : by === 'document' ? '-day' : `-${chartOf(shape, columns)}`,
    totals: Object.fromEntries(columns.flatMap(({ key, hasTotal }) => (hasTotal ? [[key, total(key)]] : []))),
    total: rows.length,
    rows,
  };
}

/** The totals of a report over days without its rows; with `byDay` what one of its measures was on each day that has something. */
export async function groupedTotals(
  db: Queryable,
  report: GroupedReport,
  question: ReportQuestion,
  maySee: (measure: ReportMeasure) => boolean,
): Promise<{ totals: Told['totals']; byDay(key: string): Promise<Map<string, number | null>> }> {
  const { measures } = report.shape;
  const seen = measures.filter((measure) => !isOfItems(measure) && maySee(measure));
  const [all] = await addUp(db, report, question, null, false);
  const told = (measure: ReportMeasure, sums: Group['sums'] | undefined) =>
    figureOf(measure.type, sums?.get(measure.key) ?? zeroOf(measure));
  return {
    totals: Object.fromEntries(seen.map((measure) => [measure.key, told(measure, all?.sums)])),
    async byDay(key) {
      const measure = seen.find((each) => each.key === key);
      if (!measure) return new Map();
      const days = await addUp(db, report, question, 'day', false);
      return new Map(days.map(({ key: day, sums }) => [day, told(measure, sums)]));
    },
  };
}

/** The columns that a report can have, by items. */
export const everyColumn = (shape: GroupedShape): ReportColumn[] => columnsOf('item', shape.measures, true);

/** Who may not see the figure of the picture has the first of the others. */
const chartOf = ({ chart }: GroupedShape, columns: readonly ReportColumn[]): string =>
  columns.some(({ key }) => key === chart)
    ? chart
    : (columns.find(({ hasTotal }) => hasTotal)?.key ?? 'label');

/** Quantities of several items are in several units, and have no sum. */
const measuresFor = ({ measures }: GroupedShape, withQuantities: boolean): readonly ReportMeasure[] =>
  measures.filter((measure) => !isOfItems(measure) || withQuantities);

const isOfItems = ({ type, isOfOneItem }: ReportMeasure): boolean =>
  type === 'quantity' || isOfOneItem === true;

const labelTypes: Readonly<Record<ReportDimension, string>> = {
  item: 'text',
  reason: 'text',
  supplier: 'text',
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
    ...measures.map((measure) => ({
      key: measure.key,
      type: measure.type,
      hasTotal: !isOfItems(measure) || isOfOneItem,
    })),
    ...(measures.some(({ type }) => type === 'quantity') ? [plain('unit', 'unit')] : []),
  ];
}

function rowOf(
  { key, sums, document }: Group,
  by: ReportDimension,
  { document: docType }: GroupedShape,
  measures: readonly ReportMeasure[],
  names: Named,
): ReportRow {
  return {
    key,
    ...names.of(key, document),
    ...(document && {
      docType,
      docId: key,
      docNo: document.number,
      day: document.day,
      place: names.placeOf(document.branch),
    }),
    ...(by === 'item' ? {} : names.unit !== null && { unit: names.unit }),
    ...Object.fromEntries(
      measures.map((measure) => [
        measure.key,
        figureOf(measure.type, sums.get(measure.key) ?? zeroOf(measure)),
      ]),
    ),
  };
}

/** Nothing adds up to nothing; a share of nothing is not known. */
const zeroOf = ({ type }: ReportMeasure): bigint | null => (type === 'percent' ? null : 0n);
