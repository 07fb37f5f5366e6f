import type { ResourceRow } from '#src/collections/resources.ts';
import type { ResourceName } from './definitions.ts';
import { ResourceFacts } from './resource-facts.tsx';

/** What there is to know about a row. */
export function RowTabs({ name, row }: { name: ResourceName; row: ResourceRow }) {
  return <ResourceFacts name={name} row={row} />;
}
