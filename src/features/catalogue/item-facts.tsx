import type { ResourceRow } from '#src/collections/resources.ts';
import { ResourceFacts } from '#src/resources/resource-facts.tsx';

/** Told on the other tabs. */
const elsewhere: ReadonlySet<string> = new Set([
  'baseUnit',
  'orderUnit',
  'countUnit',
  'recipeUnit',
  'barcodes',
]);

/** The general facts of an item. */
export function ItemFacts({ row }: { row: ResourceRow }) {
  return (
    <div className="max-w-3xl">
      <ResourceFacts name="items" row={row} shows={(field) => !elsewhere.has(field)} />
    </div>
  );
}
