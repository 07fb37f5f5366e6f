import { layoutMessages } from '#platform/web/layout/messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { PageLinks } from '#platform/web/layout/page-links.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';

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
