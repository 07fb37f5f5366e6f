import { layoutMessages } from '#src/components/layout/messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';

export function OrderProcessingPage() {
  const t = useMessages(layoutMessages);
  return (
    <Page>
      <PageHeader title={t.menu.orderProcessing} />
    </Page>
  );
}
