import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { DiscrepancyDesk } from '#src/entities/discrepancy/discrepancy-desk.tsx';
import { discrepancyMessages } from '#src/entities/discrepancy/messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';

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
      <DiscrepancyDesk />
    </Page>
  );
}
