import type { PageExtras } from '../../list-extras.ts';
import { useItemCountColumn } from '../../extras/item-count-column.tsx';

export const brandExtras: PageExtras = { brands: { useColumns: () => [useItemCountColumn('brands')] } };
