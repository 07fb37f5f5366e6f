import { createFileRoute } from '@tanstack/react-router';
import { SubCategoryItemsPage } from '#src/features/catalogue/sub-category-items-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/sub-category-items')({
  staticData: { page: '/sub-category-items', title: 'subCategoryItems' },
  validateSearch: listSearch,
  component: SubCategoryItemsPage,
});
