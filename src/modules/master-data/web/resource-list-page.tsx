import { useRouterState, useSearch } from '@tanstack/react-router';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { headOfficeWrites } from '#core/collections.ts';
import { scopeOf } from '#core/permissions.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { RevealWhenLoaded } from '#platform/web/layout/reveal-when-loaded.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { definitionOf, type CollectionKey } from '../collections.ts';
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
  /** Further lists on this page, as tabs; by default those without a page of their own. */
  beside?: readonly CollectionKey[];
  /** Additional parts of its lists. */
  extras?: PageExtras;
}

const noExtras: PageExtras = {};
const useNoViews = () => [];

/** List page of a master data collection. */
export function ResourceListPage({
  collection,
  beside = getScreen(collection).beside ?? [],
  extras = noExtras,
}: ResourceListPageProps) {
  const t = useMessages(resourceListMessages);
  const texts = useMessages(resourceMessages);
  const pages = useMessages(pageMessages);
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title });
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const lists = [collection, ...beside];
  const shown = lists.find((name) => name === tab) ?? collection;
  const address = useRowAddress();
  const rights = useRights(definitionOf(shown));
  const user = useUser();
  const isImporting = useIsImporting(definitionOf(shown).collection);
  const { useViews = useNoViews } = extras[collection] ?? {};
  const views = useViews();
  const view = views.find(({ id }) => id === tab);
  const { Above, Beside } = extras[shown] ?? {};
  if (isImporting) return <ImportPage kind={shown} />;
  if (address.full && address.row !== undefined && (!address.isNew || rights.canCreate))
    return (
      <ResourceRowPage key={address.row} name={shown} id={address.row} actionsOf={extras[shown]?.actionsOf} />
    );
  const list = (
    <div className={Beside ? 'items-start gap-6 lg:grid lg:grid-cols-[17rem_minmax(0,1fr)]' : undefined}>
      {Beside ? <Beside key={shown} /> : null}
      <div className="min-w-0">
        <ResourceList key={shown} name={shown} extras={extras[shown]} isEditable />
      </div>
    </div>
  );
  return (
    <Page isWide>
      <PageHeader
        title={title ? pages[title] : texts[collection].many}
        more={view?.isApart ? undefined : <ImportLink collection={shown} />}
        actions={view?.isApart ? undefined : <NewButton name={shown} />}
      />
      {headOfficeWrites.has(definitionOf(shown).collection) && scopeOf(user).kind !== 'all' ? (
        <p className="text-muted-foreground text-sm">{t.headOfficeOnly(texts[shown].many)}</p>
      ) : null}
      {lists.length + views.length > 1 ? (
        <TabLinks
          label={t.tabs}
          current={view?.id ?? shown}
          tabs={[...lists.map((name) => ({ id: name, name: texts[name].many })), ...views]}
        />
      ) : null}
      {view ? (
        <view.View />
      ) : Above ? (
        <RevealWhenLoaded
          key={shown}
          placeholder={<SkeletonRows rows={12} label={t.loading(texts[shown].many)} />}
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
