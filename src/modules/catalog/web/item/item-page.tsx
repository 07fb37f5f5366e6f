import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { canRead, canWrite } from '#core/permissions.ts';
import { items } from '#modules/items/collection.ts';
import { readText } from '#platform/shapes/tolerant.ts';
import { type ResourceRow, resourceRowQuery } from '#modules/master-data/web/queries/resources.ts';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { type AnyResourceTexts, resourceMessages } from '#modules/master-data/web/messages.ts';
import { DeleteDialog } from '#modules/master-data/web/delete-dialog.tsx';
import { SmallPicture } from '#modules/pictures/web/small-picture.tsx';
import { ReviewNotice } from '#modules/master-data/web/review/review-notice.tsx';
import { RelatedPages } from '../related-pages.tsx';
import { ItemTabFacts, type ItemTab } from './item-facts.tsx';
import { ItemActions } from './item-actions.tsx';
import { itemTabs } from './item-tabs.ts';
import { itemMessages } from './messages.ts';

/** Tabs that are forms; users who may not edit see the same fields read-only. */
const formTabs: ReadonlySet<ItemTab> = new Set(['general', 'units', 'allergens', 'pictures']);
/** Tabs that require access to stock. */
const stockTabs: ReadonlySet<ItemTab> = new Set(['stock', 'ledger', 'lots']);
const tabNames = Object.keys(itemTabs) as ItemTab[];

/** `/items/{id}/edit`: all data of an item by tab. */
export function ItemPage({ id }: { id: string }) {
  const t = useMessages(itemMessages);
  const user = useUser();
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const item = useQuery(resourceRowQuery(items, id));
  const row = item.data;
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const canSeeStock = canRead(user, 'stock');
  const visibleTabs = tabNames.filter((name) => canSeeStock || !stockTabs.has(name));
  const current = visibleTabs.find((name) => name === tab) ?? 'general';

  return (
    <Page>
      <PageHeader
        leading={
          row && readText(row.values['image']) !== null ? (
            <SmallPicture value={row.values['image']} alt={row.name} className="size-12 rounded-md" />
          ) : undefined
        }
        title={row?.name ?? (item.error ? t.failed : t.loading)}
        context={row ? <ItemContext row={row} /> : undefined}
        secondaryActions={
          <>
            <RelatedPages pages={[{ to: '/procurements/creation/items-creation', name: 'itemsCreation' }]} />
            {row ? <ItemActions row={row} onDelete={() => setDeleting(true)} /> : null}
          </>
        }
      />
      {row && isDeleting ? (
        <DeleteDialog
          name="items"
          row={row}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/procurements/creation/items-creation' })}
        />
      ) : null}
      {row ? <ReviewNotice collection="items" id={row._id} /> : null}
      <TabLinks label={t.tabs} current={current} tabs={visibleTabs.map((id) => ({ id, name: t[id] }))} />
      {row ? (
        <Suspense key={current} fallback={<SkeletonRows label={t.loading} />}>
          <ItemTabContent row={row} tab={current} isEditable={canWrite(user, 'items', 'canEdit')} />
        </Suspense>
      ) : item.error ? (
        <LoadFailed title={t.failed} error={item.error} onRetry={() => void item.refetch()} />
      ) : (
        <SkeletonRows label={t.loading} />
      )}
    </Page>
  );
}

interface ItemTabContentProps {
  row: ResourceRow;
  tab: ItemTab;
  isEditable: boolean;
}

function ItemTabContent({ row, tab, isEditable }: ItemTabContentProps) {
  if (formTabs.has(tab) && !isEditable) return <ItemTabFacts row={row} tab={tab} />;
  const Tab = itemTabs[tab];
  return <Tab row={row} />;
}

/** Code, kind and archived state of the item. */
function ItemContext({ row }: { row: ResourceRow }) {
  const t = useMessages(itemMessages);
  const { choices }: AnyResourceTexts = useMessages(resourceMessages).items;
  const kind = readText(row.values['kind']) ?? '';
  const parts = [readText(row.values['itemCode']), choices['kind']?.[kind] ?? kind]
    .filter(Boolean)
    .join(' · ');
  return (
    <span className="flex flex-wrap items-center gap-2">
      {parts}
      {row.isActive ? null : <Pill>{t.archived}</Pill>}
    </span>
  );
}
