import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { useItemCountColumn } from '#modules/master-data/web/merge-and-move/item-count-column.tsx';

export const brandExtras: PageExtras = { brands: { useColumns: () => [useItemCountColumn('brands')] } };
