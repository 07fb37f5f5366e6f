import { Ban, CheckCircle2, CircleDashed, Hourglass } from 'lucide-react';
import type { Wastage } from '#contract/wastage.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { Pill, type Tone } from '#src/components/ui/pill.tsx';
import { formatInstant, formatQuantity } from '#src/lib/format/format.ts';
import { unitFor } from '#src/lib/format/unit.ts';
import { type CurrencyCode, formatMoney, moneyCell, moneyHead } from '#src/lib/format/money.ts';
import { type Translation, useMessages } from '#src/lib/i18n/messages.ts';
import { wasteMessages } from './messages.ts';

export type Texts = Translation<(typeof wasteMessages)['en']>;

/** `hasPlaces`: whether records of several places stand in the list; `currency`: of costs. */
export function wastageColumns(t: Texts, hasPlaces: boolean, currency: CurrencyCode): Column<Wastage>[] {
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
      cell: (record) => reasonIn(t, record.reason),
      value: (record) => reasonIn(t, record.reason),
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

/** A reason in words; one that we do not know as it came. */
export function reasonIn(t: Texts, reason: string): string {
  const words: Readonly<Record<string, string>> = t.reasons;
  return Object.hasOwn(words, reason) ? (words[reason] ?? reason) : reason;
}

const looks: Readonly<Record<string, { tone: Tone; icon: typeof Ban; struck?: true }>> = {
  Draft: { tone: 'neutral', icon: CircleDashed },
  'Pending Approval': { tone: 'amber', icon: Hourglass },
  Posted: { tone: 'green', icon: CheckCircle2 },
  Reversed: { tone: 'neutral', icon: Ban, struck: true },
};

/** A record's status as icon and word; one that we do not know as it came. */
export function WasteStatus({ status }: { status: string }) {
  const words: Readonly<Record<string, string>> = useMessages(wasteMessages).statuses;
  return (
    <Pill {...(Object.hasOwn(looks, status) ? looks[status] : { tone: 'neutral' })}>
      {Object.hasOwn(words, status) ? words[status] : status}
    </Pill>
  );
}
