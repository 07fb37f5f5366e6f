import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { LoadFailed, SavedDataNote } from '#src/components/layout/states.tsx';
import { useConnection } from '#src/lib/api/connection.ts';
import { formatDate } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNow } from '#src/lib/use-now.ts';
import { AgeingCard } from './ageing-card.tsx';
import { BranchStateTable } from './branch-state-table.tsx';
import { OperationFigures } from './operation-figures.tsx';
import { operationsMessages } from './operations-messages.ts';
import { PickingCard } from './picking-card.tsx';
import { useOperations } from './use-operations.ts';

/** `/operations`: what happens today between branches and kitchens, and what hangs. */
export function OperationsPage() {
  const t = useMessages(operationsMessages);
  const now = useNow();
  const { isAlive } = useConnection();
  const operations = useOperations(now);
  const { road } = operations;
  return (
    <Page>
      <PageHeader
        title={useMessages(pageMessages).operations}
        context={t.context(formatDate(new Date(now).toISOString()))}
      />
      {road.data && (road.isError || !isAlive) ? <SavedDataNote loadedAt={road.dataUpdatedAt} /> : null}
      {road.isError && !road.data ? (
        <LoadFailed title={t.failed} error={road.error} onRetry={() => void road.refetch()} />
      ) : (
        <div className="flex flex-col gap-4">
          <OperationFigures operations={operations} nowMs={now} />
          <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
            <BranchStateTable operations={operations} nowMs={now} />
            <div className="flex flex-col gap-4">
              {/* The card that is as long as there are orders stands last: nothing below it moves. */}
              <AgeingCard discrepancies={operations.discrepancies} nowMs={now} />
              <PickingCard picking={operations.picking} />
            </div>
          </div>
        </div>
      )}
    </Page>
  );
}
