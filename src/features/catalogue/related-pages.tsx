import { Link } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import type { RoutePath } from '#src/components/layout/menu.ts';
import { type PageName, pageMessages } from '#src/components/layout/page-messages.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';

interface RelatedPagesProps {
  pages: readonly { to: RoutePath; name: PageName }[];
}

/** Pages without a menu entry are reached from those they belong to; only those that the person may open. */
export function RelatedPages({ pages }: RelatedPagesProps) {
  const names = useMessages(pageMessages);
  const user = useUser();
  return pages
    .filter(({ to }) => canOpenPage(user, to))
    .map(({ to, name }) => (
      <Button key={to} asChild>
        <Link to={to}>{names[name]}</Link>
      </Button>
    ));
}
