import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { ItemForm } from './item-form.tsx';

export function AllergensTab({ row }: { row: ResourceRow }) {
  return <ItemForm row={row} slot="allergens" fields={['allergens']} />;
}

export function PicturesTab({ row }: { row: ResourceRow }) {
  return <ItemForm row={row} slot="image" fields={['image']} />;
}
