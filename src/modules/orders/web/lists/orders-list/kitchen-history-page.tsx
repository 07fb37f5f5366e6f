import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { Suspense } from 'react';
import { toLineQuantities } from '../../../order-rules.ts';
import type { OrderLine } from '../../../shapes.ts';
import { computeEffectiveQuantities } from '../../../lines.ts';
import { orderStatuses } from '../../../status.ts';
import { canRead } from '#core/permissions.ts';
import type { OrderRecord } from '../../queries/read.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { type OrderColumn, useOrderColumns } from '../../order-columns.tsx';
import { printPage } from '#platform/documents/web/printout.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { useUser } from '#platform/web/session/session.ts';
import { AcceptSelected } from './accept-selected.tsx';
import { listVisibleBranches } from './list-branches.ts';
import { kitchenListMessages } from './kitchen-messages.ts';
import { OrdersList } from './orders-list.tsx';

/** Loaded with the first selection. */
const PrintNotes = lazyView(async () => (await import('./print-notes.tsx')).PrintNotes);

const kitchenStatuses = orderStatuses.filter((status) => status !== 'Draft' && status !== 'Under Review');

/** `/central-kitchen/branch-orders-history`: orders sent to the kitchen, with their outcome. */
export function KitchenHistoryPage() {
  const t = useMessages(kitchenListMessages);
  const user = useUser();
  const columns = useOrderColumns();
  return (
    <Page isWide>
      <PageHeader
        title={useMessages(pageMessages).kitchenHistory}
        context={t.context}
        actions={<Button onClick={printPage}>{t.print}</Button>}
      />
      <OrdersList
        name="kitchen-orders"
        detail="full"
        columns={[
          columns.orderNo,
          columns.status,
          columns.branch,
          columns.deliveryDate,
          { ...columns.lines, label: t.linesOrdered },
          createShortColumn(t.linesShort),
          ...(canRead(user, 'costs') ? [columns.value] : []),
          columns.flags,
          columns.sentAt,
          columns.shippedAt,
          columns.receivedAt,
          columns.deliveryNote,
          columns.userName,
        ]}
        statuses={kitchenStatuses}
        branches={listVisibleBranches(useQuery(branchesQuery()).data ?? [], user)}
        empty={<EmptyState icon={Truck} title={t.empty} text={t.emptyText} />}
        bulk={(orders, clear) => (
          <>
            <Suspense>
              <PrintNotes orders={orders} />
            </Suspense>
            <AcceptSelected orders={orders} onDone={clear} />
          </>
        )}
      />
    </Page>
  );
}

/** Column with the number of short lines; requires a list with lines. */
function createShortColumn(label: string): OrderColumn {
  return {
    key: 'short',
    label,
    isNumeric: true,
    cell: (order) => <ShortLines count={countShortLines(order)} />,
    value: countShortLines,
  };
}

/** Returns the number of lines shipped short; null before shipping or without lines. */
function countShortLines({ shippedAt, items }: OrderRecord): number | null {
  if (!items || shippedAt === null) return null;
  return items.filter(isShort).length;
}

function isShort(line: OrderLine): boolean {
  const { shippedMicro, orderMicro } = computeEffectiveQuantities(toLineQuantities(line));
  return line.substituteFor === null && shippedMicro < orderMicro;
}

function ShortLines({ count }: { count: number | null }) {
  if (!count) return <span className="text-muted-foreground">{formatCount(count)}</span>;
  return <span className="font-medium text-status-amber">{formatCount(count)}</span>;
}
