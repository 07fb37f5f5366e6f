import { canRead } from '#core/permissions.ts';
import { items } from '#modules/items/collection.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { useUser } from '#platform/web/session/session.ts';
import { ItemForm } from './item-form.tsx';
import { getItemTab } from './item-facts.tsx';
import { SimilarNames } from './new-item-form.tsx';

/** Names, categories, prices and handling of the item. */
export function GeneralTab({ row }: { row: ResourceRow }) {
  const canSeeCosts = canRead(useUser(), 'costs');
  return (
    <ItemForm
      row={row}
      slot="name"
      fields={Object.keys(items.allFields).filter(
        (field) => getItemTab(field) === 'general' && (field !== 'standardCost' || canSeeCosts),
      )}
      sectionInputs={{ first: <SimilarNames /> }}
    />
  );
}
