import type { CreateOrderInput } from '#contract/orders.ts';
import { type Draft, isOrdered } from './draft.ts';
import type { GuideRow, GuideSection } from './guide-rows.ts';

/** What the foot of the guide says. */
export interface DraftTotals {
  lineCount: number;
  value: number;
  /** Lines ordered per section. */
  bySection: Readonly<Record<string, number>>;
  /** Items entered that this branch can no longer order. */
  gone: readonly string[];
}

/** Sums up the draft over the whole guide, whatever the filter shows. */
export function totalsOf(draft: Draft, rowById: ReadonlyMap<string, GuideRow>): DraftTotals {
  const bySection: Record<string, number> = {};
  const gone: string[] = [];
  let [lineCount, value] = [0, 0];
  for (const [itemId, line] of Object.entries(draft.lines)) {
    if (!isOrdered(line)) continue;
    const row = rowById.get(itemId);
    if (!row) {
      gone.push(itemId);
      continue;
    }
    lineCount += 1;
    value += (line.qty ?? 0) * row.item.unitCost;
    bySection[row.sectionId] = (bySection[row.sectionId] ?? 0) + 1;
  }
  return { lineCount, value, bySection, gone };
}

/** All rows by item. */
export function rowsById(guide: readonly GuideSection[]): Map<string, GuideRow> {
  return new Map(guide.flatMap((section) => section.rows.map((row) => [row.item.itemId, row])));
}

/** The order as it is sent: lines in walk order, without those that cannot be ordered. */
export function orderInputOf(
  draft: Draft,
  guide: readonly GuideSection[],
  branch: string,
  deliveryDate: string,
): CreateOrderInput {
  const items = guide
    .flatMap((section) => section.rows)
    .flatMap(({ item }) => {
      const line = draft.lines[item.itemId];
      if (!line || !isOrdered(line)) return [];
      const note = line.note.trim();
      return [{ itemId: item.itemId, orderQty: line.qty ?? 0, unit: item.unit, ...(note ? { note } : {}) }];
    });
  const notes = draft.notes.trim();
  return {
    branch,
    deliveryDate,
    orderType: draft.orderType as CreateOrderInput['orderType'],
    ...(notes ? { notes } : {}),
    items,
  };
}
