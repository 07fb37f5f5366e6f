import { useSearch } from '@tanstack/react-router';
import { scopeOf } from '#domain/permissions.ts';
import { TabLinks } from '#src/components/data-table/tab-links.tsx';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { MyProposals } from '#src/master-data/review/my-proposals.tsx';
import { NewButton } from '#src/master-data/new-button.tsx';
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
