/**
 * Specification of the list of a document kind. The query of the endpoint (document-list-query.ts), its SQL
 * (src/platform/documents/server/list.ts), and the address and filters of the page follow from it.
 */
export interface ListSpec {
  statuses: readonly string[];
  /** Whether the endpoint takes several statuses, separated by commas. */
  hasSeveralStatuses?: true;
  /** Own fields to filter by, and their values: any id, or one of the list. */
  filters: Readonly<Record<string, 'id' | readonly string[]>>;
  /** Further parameters, each with its own condition. */
  conditions?: Readonly<Record<string, readonly string[]>>;
  /**
   * `from` and `to` are days, both inclusive: of this field, or with a `condition` of their own. Null for kinds
   * without such a range.
   */
  days: string | null;
  /** Fields by which it is sorted; newest first by the first, unless the query specifies a sort field. */
  sorts: readonly [string, ...string[]];
}

type FilterName<L extends ListSpec> =
  | 'status'
  | (keyof L['filters'] & string)
  | (L['conditions'] extends object ? keyof L['conditions'] & string : never)
  | (L['days'] extends null ? never : 'from' | 'to');

/** Filters, search text, sorting and page of a list, named as on the wire. Omitted: all. */
export type ListFilters<L extends ListSpec> = Partial<
  Record<FilterName<L> | 'q' | 'sort', string | undefined>
> & {
  page?: number | undefined;
  limit?: number | undefined;
};

/** Returns the values by which a list can be sorted: each field, and with a minus in descending order. */
export const sortValues = <L extends ListSpec>({ sorts }: L) =>
  sorts.flatMap((field) => [field, `-${field}`]) as (L['sorts'][number] | `-${L['sorts'][number]}`)[];
