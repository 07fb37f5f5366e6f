import { useQuery } from '@tanstack/react-query';
import { mayRead } from '#domain/permissions.ts';
import { branchesQuery } from '#src/collections/places/branches.ts';
import { useListView } from '#src/components/data-table/use-list-view.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { classicMessages } from './messages.ts';
import { ClassicOrders } from './classic-orders.tsx';
import { StatusCounts } from './status-counts.tsx';

/** The classic view: orders by status with counts, and a plain table. */
export function ClassicDashboardPage() {
  const names = useMessages(pageMessages);
  const t = useMessages(classicMessages);
  const user = useUser();
  const view = useListView(['status', 'branch', 'from', 'to'], { openParam: 'order' });
  const branches = useQuery(branchesQuery()).data ?? [];
  const { status, ...narrowing } = view.filters;
  return (
    <Page isWide>
      <PageHeader title={names.classicDashboard} context={t.context} />
      {mayRead(user, 'orders') ? (
        <div className="flex flex-col gap-4">
          <StatusCounts filters={narrowing} current={status} />
          <div className="min-w-0">
            <ClassicOrders
              view={view}
              branches={branches
                .filter(({ type, isActive }) => type === 'branch' && isActive)
                .map(({ _id, name }) => ({ id: _id, name }))}
            />
          </div>
        </div>
      ) : (
        <p className="text-muted-foreground text-sm">{t.notAllowed}</p>
      )}
    </Page>
  );
}
