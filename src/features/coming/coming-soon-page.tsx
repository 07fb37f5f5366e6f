import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { type PageName, pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { comingMessages } from './messages.ts';

/** SPEC section 2's placeholder, literally. Its link comes with the version of the page that works. */
export function ComingSoonPage({ page }: { page: PageName }) {
  const names = useMessages(pageMessages);
  const t = useMessages(comingMessages);
  return (
    <Page>
      <PageHeader title={names[page]} />
      <p className="py-12 text-center text-muted-foreground">{t.comingSoon}</p>
    </Page>
  );
}
