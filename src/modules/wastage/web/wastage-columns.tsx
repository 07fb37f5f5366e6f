import type { Wastage } from '../shapes.ts';
import { otherReason } from '#core/reasons/read-reason.ts';
import { wastageReasons } from '../wastage-rules.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import {
  documentColumns,
  momentColumn,
  nameColumn,
  textColumn,
} from '#platform/documents/web/document-list.tsx';
import { WasteStatus } from './waste-status.tsx';
import { formatQuantity } from '#platform/web/format/format.ts';
import { unitLabel } from '#platform/web/format/unit.ts';
import { type CurrencyCode, formatMoney, moneyCell, moneyColumnTitle } from '#platform/web/format/money.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useReasons } from '#platform/web/form/reason-choices.ts';
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
