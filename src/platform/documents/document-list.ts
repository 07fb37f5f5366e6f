/**
 * Specification of the list of a document kind. The query of the endpoint (document-list-query.ts), its SQL
 * (src/platform/documents/server/list.ts), and the page's URL parameters and filters are derived from it.
 */
export interface ListSpec {
  statuses: readonly string[];
  /** Whether the endpoint accepts several statuses, separated by commas. */
  hasSeveralStatuses?: true;
  /** The document's fields to filter by, with their allowed values: any id, or a list. */
  filters: Readonly<Record<string, 'id' | readonly string[]>>;
  /** Additional parameters, each with its own SQL condition. */
  conditions?: Readonly<Record<string, readonly string[]>>;
  /**
   * The field to which `from` and `to` (both inclusive days) apply, or `condition` if they have their own
   * condition. Null for kinds without a date range.
   */
  days: string | null;
  /** Sort fields; by default, the list is sorted by the first one in descending order. */
  sorts: readonly [string, ...string[]];
}

type FilterName<L extends ListSpec> =
  | 'status'
  | (keyof L['filters'] & string)
  | (L['conditions'] extends object ? keyof L['conditions'] & string : never)
  | (L['days'] extends null ? never : 'from' | 'to');

/** Filters, search text, sorting and page of a list, named as in the API. Omitted parameters don't filter. */
export type ListFilters<L extends ListSpec> = Partial<
  Record<FilterName<L> | 'q' | 'sort', string | undefined>
> & {
  page?: number | undefined;
  limit?: number | undefined;
};

/** Returns the allowed sort values: each field, and each field with a leading minus for descending order. */
export const sortValues = <L extends ListSpec>({ sorts }: L) =>
  sorts.flatMap((field) => [field, `-${field}`]) as (L['sorts'][number] | `-${L['sorts'][number]}`)[];
