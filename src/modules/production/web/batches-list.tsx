import { batchList } from '../list.ts';
import { Factory } from 'lucide-react';
import type { BatchSummary } from '../shapes.ts';
import { batchesQuery } from './queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';
import {
  DocumentList,
  useDocumentFilters,
  useDocumentLocations,
} from '#platform/documents/web/document-list.tsx';
import { BatchStatusPill } from './batch-status.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { productionMessages } from './messages.ts';
import { useBatchFields } from './use-batch-fields.ts';

const BatchPanel = lazyView(async () => (await import('./batch-panel.tsx')).BatchPanel);

/** List of batches, filtered by status, shift, kitchen and day, and the selected batch's panel. */
export function BatchesList() {
  const t = useMessages(productionMessages);
  const places = useDocumentLocations() ?? [];
  const state = useDocumentFilters(batchList, {
    kitchen: { label: t.place, all: t.allPlaces, choices: places },
    shift: { label: t.fields.shift, all: t.allShifts, labels: t.shifts },
  });
  const { column } = useBatchFields();
  const columns: Column<BatchSummary>[] = [
    column('number'),
    column('status', { card: 'corner', cell: ({ status }) => <BatchStatusPill status={status} /> }),
    column('itemName'),
    column('plannedQty'),
    column('goodQty'),
    column('lostQty'),
    column('plannedFor'),
    column('shift'),
    column('kitchenName'),
    column('userName', { isHiddenByDefault: true }),
  ];
  return (
    <DocumentList
      name="production-batches"
      t={t}
      state={state}
      columns={columns}
      empty={<EmptyState icon={Factory} title={t.empty} text={t.emptyText} />}
      list={batchesQuery}
      getNumber={({ number }) => number}
      panel={BatchPanel}
    />
  );
}
