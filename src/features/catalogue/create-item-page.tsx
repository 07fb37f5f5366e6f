import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { MyProposals } from '#src/resources/reviews/my-proposals.tsx';
import { NewButton } from '#src/resources/new-button.tsx';
import { ItemListPage } from './item/item-list-page.tsx';
import { BranchItemForm } from './item/item-row-form.tsx';
import { ItemList } from './item-list.tsx';
import { catalogueMessages } from './messages.ts';

/** `/branch-settings/create-item`: a short form for the items of a branch, and the items there are. */
export function CreateItemPage() {
  const title = useMessages(pageMessages).createItem;
  const t = useMessages(catalogueMessages).branchItems;
  return (
    <ItemListPage form={BranchItemForm}>
      <Page isWide>
        <PageHeader title={title} context={t.context} actions={<NewButton name="items" />} />
        <MyProposals />
        <ItemList name="branch-items" filters={['category', 'section']} form={BranchItemForm} />
      </Page>
    </ItemListPage>
  );
}
