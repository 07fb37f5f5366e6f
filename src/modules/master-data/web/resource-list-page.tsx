import { useRouterState, useSearch } from '@tanstack/react-router';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { headOfficeWrites } from '#core/collections.ts';
import { getScope } from '#core/permissions.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { RevealWhenLoaded } from '#platform/web/layout/reveal-when-loaded.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { getDefinition, type CollectionKey } from '../collections.ts';
import { ImportLink, ImportPage, useIsImporting } from './import-page.tsx';
import type { PageExtras } from './collection-screen.ts';
import { resourceListMessages } from './list-messages.ts';
import { resourceMessages } from './messages.ts';
import { NewButton } from './new-button.tsx';
import { ResourceList } from './resource-list.tsx';
import { ResourceRowPage } from './resource-row-page.tsx';
import { useRowAddress } from './row-address.ts';
import { getScreen } from './screens.ts';
import { useRights } from '#platform/web/session/use-rights.ts';

interface ResourceListPageProps {
  collection: CollectionKey;
  /** Additional lists on this page, shown as tabs; by default the collections without a page of their own. */
  tabLists?: readonly CollectionKey[];
  /** Additional parts of the page's lists. */
  extras?: PageExtras;
}

const noExtras: PageExtras = {};
const useNoViews = () => [];

/** List page of a master data collection. */
export function ResourceListPage({
  collection,
  tabLists = getScreen(collection).tabLists ?? [],
  extras = noExtras,
}: ResourceListPageProps) {
  const t = useMessages(resourceListMessages);
  const texts = useMessages(resourceMessages);
  const pages = useMessages(pageMessages);
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const lists = [collection, ...tabLists];
  const current = lists.find((name) => name === tab) ?? collection;
  const address = useRowAddress();
  const rights = useRights(getDefinition(current));
  const user = useUser();
  const isImporting = useIsImporting(getDefinition(current).collection);
  const { useViews = useNoViews } = extras[collection] ?? {};
  const views = useViews();
  const view = views.find(({ id }) => id === tab);
  const { Above, Sidebar } = extras[current] ?? {};
  if (isImporting) return <ImportPage kind={current} />;
  if (address.full && address.row !== undefined && (!address.isNew || rights.canCreate))
    return (
      <ResourceRowPage
        key={address.row}
        name={current}
        id={address.row}
        renderActions={extras[current]?.renderActions}
      />
    );
  const list = (
    <div className={Sidebar ? 'items-start gap-6 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]' : undefined}>
      {Sidebar ? <Sidebar key={current} /> : null}
      <div className="min-w-0">
        <ResourceList key={current} name={current} extras={extras[current]} isEditable />
      </div>
    </div>
  );
  return (
    <Page isWide>
      <PageHeader
        title={title ? pages[title] : texts[collection].many}
        secondaryActions={view?.isStandalone ? undefined : <ImportLink collection={current} />}
        actions={view?.isStandalone ? undefined : <NewButton name={current} />}
      />
      {headOfficeWrites.has(getDefinition(current).collection) && getScope(user).kind !== 'all' ? (
        <p className="text-muted-foreground text-sm">{t.headOfficeOnly(texts[current].many)}</p>
      ) : null}
      {lists.length + views.length > 1 ? (
        <TabLinks
          label={t.tabs}
          current={view?.id ?? current}
          tabs={[...lists.map((name) => ({ id: name, name: texts[name].many })), ...views]}
        />
      ) : null}
      {view ? (
        <view.View />
      ) : Above ? (
        <RevealWhenLoaded
          key={current}
          placeholder={<SkeletonRows rows={12} label={t.loading(texts[current].many)} />}
        >
          <Above />
          {list}
        </RevealWhenLoaded>
      ) : (
        list
      )}
    </Page>
  );
}
