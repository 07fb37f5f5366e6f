import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { DiscrepancyDesk } from '#src/entities/discrepancy/discrepancy-desk.tsx';
import { discrepancyMessages } from '#src/entities/discrepancy/messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';

/** `/branch-order/inventory-control/discrepancies`: what a branch has found missing, damaged or too much, as the kitchen sees it. */
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
