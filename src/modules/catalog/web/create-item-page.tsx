import { useSearch } from '@tanstack/react-router';
import { getScope } from '#core/permissions.ts';
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
 * `/branch-settings/create-item`: the branch's own items, all other items, and a short form for a new one.
 */
export function CreateItemPage() {
  const title = useMessages(pageMessages).createItem;
  const t = useMessages(catalogueMessages).branchItems;
  const { tab }: { tab?: unknown } = useSearch({ strict: false });
  const scope = getScope(useUser());
  const currentTab = tab === 'all' ? 'all' : 'own';
  const ownBranches = scope.kind === 'places' && scope.branches.length > 0 ? scope.branches.join(',') : 'any';
  return (
    <ItemListPage form={BranchItemForm}>
      <Page isWide>
        <PageHeader title={title} context={t.context} actions={<NewButton name="items" />} />
        <MyProposals />
        <TabLinks
          label={t.tabs}
          current={currentTab}
          tabs={[
            { id: 'own', name: t.own },
            { id: 'all', name: t.all },
          ]}
        />
        <ItemList
          key={currentTab}
          name="branch-items"
          filters={['category', 'section']}
          form={BranchItemForm}
          {...(currentTab === 'own' && { fixedFilters: { branches: ownBranches } })}
        />
      </Page>
    </ItemListPage>
  );
}
