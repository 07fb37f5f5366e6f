import { type SimilarItem, similarItem } from '../../similar-items-shapes.ts';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';

/** Search criteria: the name in either language, or barcodes separated by commas. */
interface SimilarityCriteria {
  name?: string | undefined;
  nameAlt?: string | undefined;
  barcode?: string | undefined;
  [key: string]: string | undefined;
}

/** Queries items with these names or barcodes; empty if the server does not support it. */
export function similarItemsQuery(item: SimilarityCriteria) {
  const query = readQuery({
    collection: 'items_data',
    key: ['similar', item],
    lifetime: 'items',
    path: 'items/similar',
    search: item,
    read: (reply) => readRows(reply, similarItem),
  });
  return {
    ...query,
    async queryFn(context: { signal: AbortSignal }): Promise<SimilarItem[]> {
      try {
        return await query.queryFn(context);
      } catch (error) {
        if (isMissingEndpoint(error)) return [];
        throw error;
      }
    },
  };
}
