import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { MyProposals } from '#src/master-data/review/my-proposals.tsx';
import { ImportLink, ImportPage, useIsImporting } from '#src/master-data/import-page.tsx';
import { NewButton } from '#src/master-data/new-button.tsx';
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
          more={
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
