import { useSearch } from '@tanstack/react-router';
import { scopeOf } from '#core/permissions.ts';
import { TabLinks } from '#platform/web/data-table/tab-links.tsx';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { MyProposals } from '#modules/master-data/web/review/my-proposals.tsx';
import { NewButton } from '#modules/master-data/web/new-button.tsx';
import { ItemListPage } from './item/item-list-page.tsx';
import { BranchItemForm } from './item/item-row-form.tsx';
import { ItemList } from './item-list.tsx';
import { catalogueMessages } from './messages.ts';

/**
 * `/branch-settings/create-item`: a short form for a branch's own items, its own items, and all other items.
 */
export function CreateItemPage() {
  const title = useMessages(pageMessages).createItem;
  const t = useMessages(catalogueMessages).branchItems;
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const scope = scopeOf(useUser());
  const shown = tab === 'all' ? 'all' : 'own';
  const ownBranches = scope.kind === 'places' && scope.branches.length > 0 ? scope.branches.join(',') : 'any';
  return (
    <ItemListPage form={BranchItemForm}>
      <Page isWide>
        <PageHeader title={title} context={t.context} actions={<NewButton name="items" />} />
        <MyProposals />
        <TabLinks
          label={t.tabs}
          current={shown}
          tabs={[
            { id: 'own', name: t.own },
            { id: 'all', name: t.all },
          ]}
        />
        <ItemList
          key={shown}
          name="branch-items"
          filters={['category', 'section']}
          form={BranchItemForm}
          {...(shown === 'own' && { only: { branches: ownBranches } })}
        />
      </Page>
    </ItemListPage>
  );
}
