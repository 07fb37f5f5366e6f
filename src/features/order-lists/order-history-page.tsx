import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';

export function OrderHistoryPage() {
  const t = useMessages(pageMessages);
  return (
    <Page>
      <PageHeader title={t.orderHistory} />
    </Page>
  );
}
