import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { DiscrepancyList } from './discrepancy-list.tsx';
import { discrepancyMessages } from './messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';

/**
 * `/branch-order/inventory-control/discrepancies`: discrepancies reported by branches, for the kitchen to
 * resolve.
 */
export function DiscrepanciesPage() {
  return (
    <Page isWide>
      <PageHeader
        title={useMessages(pageMessages).discrepancies}
        context={useMessages(discrepancyMessages).context}
      />
      <DiscrepancyList />
    </Page>
  );
}
