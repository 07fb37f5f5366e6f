import { batchList } from '../list.ts';
import { Factory } from 'lucide-react';
import type { ProductionBatch } from '../shapes.ts';
import { batchesQuery } from './queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import {
  DocumentList,
  nameColumn,
  textColumn,
  useDocumentFilters,
  useDocumentLocations,
} from '#platform/documents/web/document-list.tsx';
import { BatchStatusPill } from './batch-status.tsx';
import { formatDay } from '#platform/web/format/format.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { productionMessages } from './messages.ts';

const BatchPanel = lazyView(async () => (await import('./batch-panel.tsx')).BatchPanel);

/** List of batches, filtered by status, shift, kitchen and day, with the panel of one. */
export function BatchesList() {
  const t = useMessages(productionMessages);
  const places = useDocumentLocations() ?? [];
  const state = useDocumentFilters(batchList, {
    kitchen: { label: t.place, all: t.allPlaces, choices: places },
    shift: { label: t.shift, all: t.allShifts, words: t.shifts },
  });
  return (
    <DocumentList
      name="production-batches"
      t={t}
      state={state}
      columns={columnsOf(t)}
      empty={<EmptyState icon={Factory} title={t.empty} text={t.emptyText} />}
      list={batchesQuery}
      numberOf={({ number }) => number}
      panel={BatchPanel}
    />
  );
}

type Words = Translation<(typeof productionMessages)['en']>;

function columnsOf({ columns, shifts: words }: Words): Column<ProductionBatch>[] {
  const shiftWords: Readonly<Record<string, string>> = words;
  const amount = (
    key: string,
    label: string,
    of: (batch: ProductionBatch) => number,
  ): Column<ProductionBatch> => ({
    key,
    label,
    isNumeric: true,
    cell: (batch) => formatAmount(of(batch), batch.unitSymbol),
    value: of,
  });
  return [
    {
      key: 'number',
      label: columns.number,
      sort: 'number',
      className: 'whitespace-nowrap',
      cell: ({ number }) => number,
      value: ({ number }) => number,
    },
    {
      key: 'status',
      label: columns.status,
      card: 'corner',
      cell: ({ status }) => <BatchStatusPill status={status} />,
      value: ({ status }) => status,
    },
    nameColumn('item', columns.item, ({ itemName }) => itemName),
    amount('planned', columns.planned, ({ plannedQty }) => plannedQty),
    amount('made', columns.made, ({ goodQty }) => goodQty),
    amount('lost', columns.lost, ({ lostQty }) => lostQty),
    {
      key: 'plannedFor',
      label: columns.plannedFor,
      sort: 'plannedFor',
      className: 'whitespace-nowrap',
      cell: ({ plannedFor }) => formatDay(plannedFor),
      value: ({ plannedFor }) => plannedFor,
    },
    textColumn('shift', columns.shift, ({ shift }) => shift && (shiftWords[shift] ?? shift)),
    textColumn('kitchen', columns.kitchen, ({ kitchenName }) => kitchenName),
    textColumn('userName', columns.userName, ({ userName }) => userName, { isOff: true }),
  ];
}
