import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { ItemList } from './item-list.tsx';
import { catalogueMessages } from './messages.ts';

/** `/branch-settings/create-item`: the items there are, until a branch enters its own here. */
export function CreateItemPage() {
  const title = useMessages(pageMessages).createItem;
  const t = useMessages(catalogueMessages).branchItems;
  return (
    <Page isWide>
      <PageHeader title={title} context={t.context} />
      <ItemList name="branch-items" filters={['category', 'section']} />
    </Page>
  );
}
