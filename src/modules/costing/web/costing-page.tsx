import { Link, useSearch } from '@tanstack/react-router';
import { Lock, Tags } from 'lucide-react';
import { Suspense } from 'react';
import { canOpenPage, canRead, getScope } from '#core/permissions.ts';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { SecondaryAction } from '#platform/web/layout/actions.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import type { SearchParams } from '#platform/web/search.ts';
import { useUser } from '#platform/web/session/session.ts';
import { costingMessages } from './messages.ts';
import type { costingSearch } from './search.ts';

const views = {
  changes: lazyView(async () => (await import('./price-changes.tsx')).PriceChangesTab),
  whatIf: lazyView(async () => (await import('./what-if.tsx')).WhatIfTab),
  charged: lazyView(async () => (await import('./branch-statement.tsx')).BranchStatementTab),
  journal: lazyView(async () => (await import('./journal.tsx')).JournalTab),
} as const;
type Tab = keyof typeof views;
const tabs = Object.keys(views) as Tab[];

/** `/costing`: effects of price changes on recipes, and what-if calculations; each tab has its own URL. */
export function CostingPage() {
  const t = useMessages(costingMessages);
  const names = useMessages(pageMessages);
  const user = useUser();
  const { tab }: SearchParams<typeof costingSearch> = useSearch({ strict: false });
  // The journal covers the whole business.
  const visibleTabs = tabs.filter((candidate) => candidate !== 'journal' || getScope(user).kind === 'all');
  const currentTab = visibleTabs.find((candidate) => candidate === tab) ?? 'changes';
  const View = views[currentTab];
  return (
    <Page isWide>
      <PageHeader
        title={names.costing}
        context={t.context}
        secondaryActions={
          canOpenPage(user, '/branches') ? (
            <>
              <SecondaryAction asChild>
                <Link to="/branches" search={{ tab: 'prices' }}>
                  <Tags aria-hidden="true" />
                  {t.prices}
                </Link>
              </SecondaryAction>
              <SecondaryAction asChild>
                <Link to="/branches" search={{ tab: 'books' }}>
                  <Lock aria-hidden="true" />
                  {t.books}
                </Link>
              </SecondaryAction>
            </>
          ) : null
        }
      />
      <TabLinks
        label={t.tabsLabel}
        current={currentTab}
        tabs={visibleTabs.map((id) => ({ id, name: t.tabs[id] }))}
      />
      {canRead(user, 'costs') ? (
        <Suspense fallback={<SkeletonRows label={t.changes.loading} rows={8} />}>
          <View />
        </Suspense>
      ) : (
        <p className="text-muted-foreground text-sm">{t.noCosts}</p>
      )}
    </Page>
  );
}
