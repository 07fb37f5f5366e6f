import { type CsvCell, toCsv } from '#src/lib/format/csv.ts';
import { type CurrencyCode, moneyCell, moneyHead } from '#src/lib/format/money.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import type { StockLine } from './stock-rows.ts';

/** The rows as CSV, with the names of section and category. `currency`: of values; left out for those who do not see costs. */
export function stockCsv(
  lines: readonly StockLine[],
  names: ReadonlyMap<string, string>,
  currency: CurrencyCode | undefined,
): string {
  const t = messagesOf(stockMessages);
  const { value, ...columns } = t.csvColumns;
  const head = [...Object.values(columns), ...(currency === undefined ? [] : [moneyHead(value, currency)])];
  const rows = lines.map((line): CsvCell[] => [
    line.itemCode,
    line.itemName,
    line.placeName,
    names.get(line.section ?? '') ?? '',
    names.get(line.category ?? '') ?? '',
    line.unit,
    line.onHand,
    line.reserved,
    line.available,
    line.inTransit,
    line.onHold,
    line.min,
    line.par,
    line.max,
    t.states[line.state],
    ...(currency === undefined ? [] : [moneyCell(line.value, currency)]),
  ]);
  return toCsv([head, ...rows]);
}
