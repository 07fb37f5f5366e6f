import type { ListExtras, PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { DuplicateNames, MergeButton } from '#modules/master-data/web/merge-and-move/duplicate-names.tsx';
import { CategoryTree } from './category-tree.tsx';
import { useItemCountColumn } from '#modules/master-data/web/merge-and-move/item-count-column.tsx';

const itemCategoryExtras: ListExtras = {
  useColumns: () => [useItemCountColumn('category')],
  Above: () => <DuplicateNames name="item-categories" />,
  renderActions: (row) => <MergeButton name="item-categories" row={row} />,
};

export const subCategoryExtras: PageExtras = {
  'sub-categories': {
    useColumns: () => [useItemCountColumn('subCategory')],
    Above: () => <DuplicateNames name="sub-categories" />,
    Sidebar: CategoryTree,
    renderActions: (row) => <MergeButton name="sub-categories" row={row} />,
  },
  'item-categories': itemCategoryExtras,
};

export const purchaseCategoryExtras: PageExtras = {
  'purchase-categories': {
    useColumns: () => [useItemCountColumn('purchaseCategory')],
    Above: () => <DuplicateNames name="purchase-categories" />,
    renderActions: (row) => <MergeButton name="purchase-categories" row={row} />,
  },
  'item-categories': itemCategoryExtras,
};
