import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { MyProposals } from '#modules/master-data/web/review/my-proposals.tsx';
import { ImportLink, ImportPage, useIsImporting } from '#modules/master-data/web/import-page.tsx';
import { NewButton } from '#modules/master-data/web/new-button.tsx';
import { ItemListPage } from './item/item-list-page.tsx';
import { ItemRowForm } from './item/item-row-form.tsx';
import { ItemList } from './item-list.tsx';
import { catalogueMessages } from './messages.ts';
import { RelatedPages } from './related-pages.tsx';

/** `/procurements/creation/items-creation`: lists and creates items. */
export function ItemsCreationPage() {
  const title = useMessages(pageMessages).items;
  const t = useMessages(catalogueMessages).creation;
  if (useIsImporting('items')) return <ImportPage kind="items" />;
  return (
    <ItemListPage form={ItemRowForm}>
      <Page isWide>
        <PageHeader
          title={title}
          context={t.context}
          secondaryActions={
            <>
              <RelatedPages pages={[{ to: '/procurements/creation/review', name: 'review' }]} />
              <ImportLink collection="items" />
            </>
          }
          actions={<NewButton name="items" />}
        />
        <MyProposals />
        <ItemList name="items" filters={['category', 'section']} form={ItemRowForm} />
      </Page>
    </ItemListPage>
  );
}
