import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { canOpenPage } from '#domain/permissions.ts';
import type { RoutePath } from '#src/components/layout/menu.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { comingMessages, type PlannedPageName, type ShortcutName } from './messages.ts';

interface Shortcut {
  name: ShortcutName;
  to: RoutePath;
}

const stock: Shortcut = { name: 'inventoryStock', to: '/inventory' };
const orders: Shortcut = { name: 'orders', to: '/branch-orders' };
const wastage: Shortcut = { name: 'wastage', to: '/branch-order/wastage' };

/** What serves the same purpose today, for each page that is not built yet. */
const shortcuts: Record<PlannedPageName, readonly Shortcut[]> = {
  analytics: [orders, stock, wastage],
};

/** A page that a later version fills: says so, says what it will be for, and leads to what works today. */
export function PlannedPage({ page }: { page: PlannedPageName }) {
  const names = useMessages(pageMessages);
  const t = useMessages(comingMessages);
  const user = useUser();
  const open = shortcuts[page].filter(({ to }) => canOpenPage(user, to));
  return (
    <Page>
      <PageHeader title={names[page]} context={t.notBuilt} />
      <p className="max-w-prose text-sm">{t.willShow[page]}</p>
      {open.length > 0 ? (
        <section className="max-w-xl pt-6">
          <h2 className="pb-2 font-semibold text-sm">{t.untilThen}</h2>
          <ul className="divide-y rounded-lg border bg-card">
            {open.map(({ name, to }) => (
              <li key={name}>
                <Link to={to} className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm hover:bg-accent">
                  <span className="flex-1">{t.shortcuts[name]}</span>
                  <ArrowRight
                    aria-hidden="true"
                    className="size-4 shrink-0 text-muted-foreground rtl:-scale-x-100"
                  />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  );
}
