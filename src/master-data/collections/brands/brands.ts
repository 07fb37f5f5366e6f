import type { PageExtras } from '../../collection-screen.ts';
import { useItemCountColumn } from '../../arranging/item-count-column.tsx';

export const brandExtras: PageExtras = { brands: { useColumns: () => [useItemCountColumn('brands')] } };
