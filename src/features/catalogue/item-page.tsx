import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { canOpenPage } from '#domain/permissions.ts';
import { items } from '#contract/items.ts';
import { resourceRowQuery } from '#src/collections/resources.ts';
import { TabLinks } from '#src/components/data-table/tab-links.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Button } from '#src/components/ui/button.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { ItemFacts } from './item-facts.tsx';
import { ItemLevels } from './item-levels.tsx';
import { ItemPacks } from './item-packs.tsx';
import { ItemUnits } from './item-units.tsx';
import { catalogueMessages } from './messages.ts';
import { RelatedPages } from './related-pages.tsx';

const tabs = ['general', 'units', 'levels', 'suppliers'] as const;

/** `/items/{id}/edit`: everything that is known about an item, part by part. */
export function ItemPage({ id }: { id: string }) {
  const t = useMessages(catalogueMessages).item;
  const user = useUser();
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const current = tabs.find((each) => each === tab) ?? 'general';
  const item = useQuery(resourceRowQuery(items, id));
  const row = item.data;

  return (
    <Page>
      <PageHeader
        title={row?.name ?? (item.error ? t.failed : t.loading)}
        context={
          row && !row.isActive ? (
            <span className="flex items-center gap-2">
              <Pill>{t.archived}</Pill> {t.context}
            </span>
          ) : (
            t.context
          )
        }
        actions={
          <>
            <RelatedPages pages={[{ to: '/procurements/creation/items-creation', name: 'itemsCreation' }]} />
            {!item.error && canOpenPage(user, '/inventory') ? (
              <Button asChild>
                <Link to="/inventory" search={{ q: row?.name }}>
                  {t.stock}
                </Link>
              </Button>
            ) : null}
          </>
        }
      />
      <TabLinks label={t.tabs} current={current} tabs={tabs.map((each) => ({ id: each, name: t[each] }))} />
      {row ? (
        <>
          {current === 'general' ? <ItemFacts row={row} /> : null}
          {current === 'units' ? <ItemUnits row={row} /> : null}
          {current === 'levels' ? <ItemLevels itemId={row._id} /> : null}
          {current === 'suppliers' ? <ItemPacks itemId={row._id} /> : null}
        </>
      ) : item.error ? (
        <LoadFailed title={t.failed} error={item.error} onRetry={() => void item.refetch()} />
      ) : (
        <SkeletonRows label={t.loading} />
      )}
    </Page>
  );
}
