import { Link } from '@tanstack/react-router';
import { useListView } from '#platform/web/data-table/use-list-view.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { moveItemsExtras } from '#modules/items/web/form/move-items.tsx';
import { noneId } from '#modules/master-data/web/resource-filters.ts';
import { ItemList } from './item-list.tsx';
import { catalogueMessages } from './messages.ts';
import { RelatedPages } from './related-pages.tsx';

/** `/sub-category-items`: items by sub-category or without one. */
export function SubCategoryItemsPage() {
  const title = useMessages(pageMessages).subCategoryItems;
  const t = useMessages(catalogueMessages).bySubCategory;
  const { subCategory } = useListView(['subCategory']).filters;
  const chips = [
    { id: undefined, name: t.everything, isOn: subCategory !== noneId },
    { id: noneId, name: t.uncategorised, isOn: subCategory === noneId },
  ];
  return (
    <Page isWide>
      <PageHeader
        title={title}
        context={t.context}
        secondaryActions={
          <RelatedPages
            pages={[
              { to: '/sub-categories', name: 'subCategories' },
              { to: '/purchase-category', name: 'purchaseCategory' },
            ]}
          />
        }
      />
      <div role="group" aria-label={t.choose} className="flex flex-wrap gap-2 pb-3">
        {chips.map(({ id, name, isOn }) => (
          <Link
            key={name}
            to="."
            search={(before) => ({ ...before, subCategory: id, page: undefined })}
            replace
            aria-current={isOn ? 'true' : undefined}
            className={cn(
              'inline-flex h-8 items-center rounded-full border px-3 text-sm hover:bg-accent touch:h-11',
              isOn && 'border-primary bg-selected font-medium',
            )}
          >
            {name}
          </Link>
        ))}
      </div>
      <ItemList
        name="items-by-sub-category"
        filters={['subCategory', 'category']}
        filtersWithNone={['subCategory']}
        extras={moveItemsExtras}
      />
    </Page>
  );
}
