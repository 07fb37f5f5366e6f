import { readBoolean, readId, type JsonRecord, readText } from '#contract/tolerant.ts';
import { isMissingEndpoint } from '#src/lib/api/missing-endpoint.ts';
import { readList, readQuery } from '../read-query.ts';

/** Another item that already has the name or barcode. */
export interface PossibleDuplicate {
  _id: string;
  itemCode: string;
  name: string;
  isActive: boolean;
  /** The shared barcode; null if the name is shared. */
  barcode: string | null;
}

/** Search criteria: names in either language, or barcodes separated by commas. */
interface Wanted {
  name?: string | undefined;
  nameAlt?: string | undefined;
  barcode?: string | undefined;
  [key: string]: string | undefined;
}

/** Queries items with these names or barcodes; empty if the server does not support it. */
export function similarItemsQuery(wanted: Wanted) {
  const query = readQuery({
    collection: 'items_data',
    key: ['similar', wanted],
    lifetime: 'items',
    path: 'items/similar',
    search: wanted,
    read: (reply) => readList(reply, readSimilar).rows,
  });
  return {
    ...query,
    async queryFn(context: { signal: AbortSignal }): Promise<PossibleDuplicate[]> {
      try {
        return await query.queryFn(context);
      } catch (error) {
        if (isMissingEndpoint(error)) return [];
        throw error;
      }
    },
  };
}

function readSimilar(row: JsonRecord): PossibleDuplicate | null {
  const _id = readId(row);
  if (_id === null) return null;
  return {
    _id,
    itemCode: readText(row['itemCode']) ?? '',
    name: readText(row['name']) ?? _id,
    isActive: readBoolean(row['isActive'], true),
    barcode: readText(row['barcode']),
  };
}
