import { createFileRoute } from '@tanstack/react-router';
import { SubCategoryItemsPage } from '#modules/catalog/web/sub-category-items-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/sub-category-items')({
  staticData: { page: '/sub-category-items', title: 'subCategoryItems' },
  validateSearch: listSearch,
  component: SubCategoryItemsPage,
});
