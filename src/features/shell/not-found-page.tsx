import { layoutMessages } from '#src/components/layout/messages.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { PageLinks } from '#src/components/layout/page-links.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';

export function NotFoundPage() {
  const t = useMessages(layoutMessages);
  const user = useUser();
  return (
    <Page>
      <PageHeader title={t.notFound.title} context={t.notFound.text} />
      <PageLinks user={user} />
    </Page>
  );
}
