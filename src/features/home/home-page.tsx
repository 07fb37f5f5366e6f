import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { PageLinks } from '#src/components/layout/page-links.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { homeMessages } from './messages.ts';

/** Shortcuts to what the person may open; needs no data, so it also serves as the fallback. */
export function HomePage() {
  const t = useMessages(homeMessages);
  const user = useUser();
  return (
    <Page>
      <PageHeader title={t.title} context={t.greeting(user.name)} />
      <PageLinks user={user} />
    </Page>
  );
}
