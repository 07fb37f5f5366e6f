import { Link } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import { canOpenPage, getLandingPage } from '#core/permissions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { listAllLinks, listMenuLinks, getVisibleMenu } from '#platform/web/layout/menu.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { type PageName, pageMessages } from '#platform/web/layout/page-messages.ts';
import { EmptyState } from '#platform/web/layout/states.tsx';

/** The page exists, but this account may not open it. */
export function NoAccess({ page, title }: { page: string; title?: PageName | undefined }) {
  const t = useMessages(layoutMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const home = getLandingPage(user.role);
  const link = [
    ...listAllLinks().filter(({ to }) => to === home),
    ...listMenuLinks(getVisibleMenu(user)),
  ].find(({ to }) => canOpenPage(user, to));
  return (
    <div className="p-6">
      <h1 className="sr-only">{t.noAccess.title}</h1>
      <EmptyState
        icon={Ban}
        title={t.noAccess.title}
        text={`${t.noAccess.page(title ? names[title] : page)} ${t.noAccess.text}`}
        action={
          link ? (
            <Button asChild>
              <Link to={link.to}>{t.noAccess.goTo(names[link.label])}</Link>
            </Button>
          ) : undefined
        }
      />
    </div>
  );
}
