import type { Wastage } from '#contract/wastage.ts';
import { otherReason } from '#domain/reasons/said.ts';
import { wastageReasons } from '#domain/stock/wastage.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { WasteStatus } from '#src/entities/wastage/waste-status.tsx';
import { formatInstant, formatQuantity } from '#src/lib/format/format.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import { type CurrencyCode, formatMoney, moneyCell, moneyHead } from '#src/lib/format/money.ts';
import { type Translation, useMessages } from '#src/lib/i18n/messages.ts';
import { useReasons } from '#src/lib/reasons.ts';
import { wasteMessages } from './messages.ts';

export type Texts = Translation<(typeof wasteMessages)['en']>;

/** `hasPlaces`: whether records of several places stand in the list; `currency`: of costs. */
export function wastageColumns(
  t: Texts,
  reasonOf: (reason: string) => string,
  hasPlaces: boolean,
  currency: CurrencyCode,
): Column<Wastage>[] {
  const { columns } = t;
  return [
    {
      key: 'number',
      label: columns.number,
      sort: 'number',
      className: 'whitespace-nowrap',
      cell: (record) => record.number,
      value: (record) => record.number,
    },
    {
      key: 'dateTime',
      label: columns.dateTime,
      sort: 'dateTime',
      className: 'whitespace-nowrap',
      cell: (record) => formatInstant(record.dateTime),
      value: (record) => record.dateTime,
    },
    {
      key: 'item',
      label: columns.item,
      className: 'min-w-40',
      cell: (record) => record.itemName,
      value: (record) => record.itemName,
    },
    {
      key: 'qty',
      label: columns.qty,
      isNumeric: true,
      className: 'whitespace-nowrap',
      cell: (record) => (
        <bdi>
          {formatQuantity(record.qty)}{' '}
          <span className="text-muted-foreground text-xs">{unitFor(record.qty, record.unitSymbol)}</span>
        </bdi>
      ),
      value: (record) => record.qty,
    },
    {
      key: 'unit',
      label: columns.unit,
      isOff: true,
      cell: (record) => unitFor(null, record.unitSymbol),
      value: (record) => record.unitSymbol,
    },
    {
      key: 'reason',
      label: columns.reason,
      cell: (record) => reasonOf(record.reason),
      value: (record) => reasonOf(record.reason),
    },
    {
      key: 'cost',
      label: columns.cost,
      fileLabel: moneyHead(columns.cost, currency),
      isNumeric: true,
      cell: (record) => formatMoney(record.cost, currency),
      value: (record) => moneyCell(record.cost, currency),
    },
    ...(hasPlaces
      ? [
          {
            key: 'place',
            label: columns.place,
            cell: (record: Wastage) => record.branchName,
            value: (record: Wastage) => record.branchName,
          },
        ]
      : []),
    {
      key: 'status',
      label: columns.status,
      card: 'corner',
      cell: (record) => <WasteStatus status={record.status} />,
      value: (record) => record.status,
    },
    {
      key: 'note',
      label: columns.note,
      className: 'max-w-64 truncate',
      cell: (record) => record.note,
      value: (record) => record.note,
    },
    {
      key: 'userName',
      label: columns.userName,
      isOff: true,
      cell: (record) => record.userName,
      value: (record) => record.userName,
    },
  ];
}

/** A reason by its name on the list; until that is there, by what the usual ones are called; else as it came. */
export function useWasteReason(): (reason: string) => string {
  const words: Readonly<Record<string, string>> = useMessages(wasteMessages).reasons;
  const all = useReasons();
  return (reason) =>
    all.find(({ code }) => code === reason)?.name ??
    (Object.hasOwn(words, reason) ? words[reason] : undefined) ??
    reason;
}

/** What waste can be for, to choose from. */
export function useWasteReasons(): { id: string; name: string }[] {
  const words = useMessages(wasteMessages).reasons;
  const all = useReasons().filter(({ isActive, uses }) => isActive && uses.includes('forWaste'));
  return all.length === 0
    ? wastageReasons.map((id) => ({ id, name: words[id] }))
    : lastOther(all).map(({ code, name }) => ({ id: code, name }));
}

const lastOther = <R extends { code: string }>(all: readonly R[]) =>
  all.toSorted((a, b) => Number(a.code === otherReason) - Number(b.code === otherReason));
