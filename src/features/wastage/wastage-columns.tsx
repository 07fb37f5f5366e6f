import type { Wastage } from '#contract/shapes/wastage.ts';
import { otherReason } from '#domain/reasons/read-reason.ts';
import { wastageReasons } from '#domain/stock/wastage.ts';
import type { Column } from '#src/components/data-table/column.ts';
import {
  documentColumns,
  momentColumn,
  nameColumn,
  textColumn,
} from '#src/entities/document/document-list.tsx';
import { WasteStatus } from '#src/entities/wastage/waste-status.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { unitLabel } from '#src/lib/format/unit.ts';
import { type CurrencyCode, formatMoney, moneyCell, moneyColumnTitle } from '#src/lib/format/money.ts';
import { type Translation, useMessages } from '#src/lib/i18n/messages.ts';
import { useReasons } from '#src/lib/reasons.ts';
import { wasteMessages } from './messages.ts';

export type Texts = Translation<(typeof wasteMessages)['en']>;

/**
 * Returns the columns.
 *
 * @param hasPlaces whether the list has several locations
 * @param currency of costs
 */
export function wastageColumns(
  t: Texts,
  reasonOf: (reason: string) => string,
  hasPlaces: boolean,
  currency: CurrencyCode,
): Column<Wastage>[] {
  const { columns } = t;
  const baseColumns = documentColumns<Wastage>(columns, ({ status }) => <WasteStatus status={status} />);
  return [
    baseColumns.number,
    momentColumn('dateTime', columns.dateTime, ({ dateTime }) => dateTime),
    nameColumn('item', columns.item, ({ itemName }) => itemName),
    {
      key: 'qty',
      label: columns.qty,
      isNumeric: true,
      className: 'whitespace-nowrap',
      cell: (record) => (
        <bdi>
          {formatQuantity(record.qty, record.unitSymbol)}{' '}
          <span className="text-muted-foreground text-xs">{unitLabel(record.qty, record.unitSymbol)}</span>
        </bdi>
      ),
      value: (record) => record.qty,
    },
    {
      key: 'unit',
      label: columns.unit,
      isOff: true,
      cell: (record) => unitLabel(null, record.unitSymbol),
      value: (record) => record.unitSymbol,
    },
    textColumn('reason', columns.reason, ({ reason }) => reasonOf(reason)),
    {
      key: 'cost',
      label: columns.cost,
      fileLabel: moneyColumnTitle(columns.cost, currency),
      isNumeric: true,
      cell: (record) => formatMoney(record.cost, currency),
      value: (record) => moneyCell(record.cost, currency),
    },
    ...(hasPlaces ? [baseColumns.place] : []),
    baseColumns.status,
    textColumn('note', columns.note, ({ note }) => note, { className: 'max-w-64 truncate' }),
    textColumn('userName', columns.userName, ({ userName }) => userName, { isOff: true }),
  ];
}

/**
 * Returns the name of a reason: from the list, until that has loaded from the built-in names, else the code.
 */
export function useWasteReason(): (reason: string) => string {
  const words: Readonly<Record<string, string>> = useMessages(wasteMessages).reasons;
  const all = useReasons();
  return (reason) =>
    all.find(({ code }) => code === reason)?.name ??
    (Object.hasOwn(words, reason) ? words[reason] : undefined) ??
    reason;
}

/** Returns the selectable waste reasons. */
export function useWasteReasons(): { id: string; name: string }[] {
  const words = useMessages(wasteMessages).reasons;
  const all = useReasons().filter(({ isActive, uses }) => isActive && uses.includes('forWaste'));
  return all.length === 0
    ? wastageReasons.map((id) => ({ id, name: words[id] }))
    : lastOther(all).map(({ code, name }) => ({ id: code, name }));
}

const lastOther = <R extends { code: string }>(all: readonly R[]) =>
  all.toSorted((a, b) => Number(a.code === otherReason) - Number(b.code === otherReason));
