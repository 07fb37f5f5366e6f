import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, getScope } from '#core/permissions.ts';

/** Columns that determine who sees a row. */
export interface ScopeColumns {
  /** Branch users see rows of their own branches by this column. */
  branch: string;
  /** Kitchen users see rows of their own kitchens by this column; defaults to `branch`. */
  kitchen?: string;
  /** Both locations of a row that involves two: users of either see it. Replaces the columns above. */
  locations?: readonly string[];
  /**
   * When a row was sent to the kitchen; kitchen users don't see rows in which this column is null.
   */
  sentToKitchenAt?: string;
  /** Condition for additional rows visible to kitchen users. */
  additional?: (kitchens: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/**
 * Returns the condition for the rows that an actor can see: those of their branches or kitchens, or all rows
 * if the actor isn't limited to locations.
 */
export function scopeCondition(
  actor: Actor,
  { branch, kitchen = branch, locations, sentToKitchenAt, additional }: ScopeColumns,
): RawBuilder<SqlBool> {
  const scope = getScope(actor);
  const kitchenConditions = (kitchens: readonly string[]): RawBuilder<SqlBool>[] => {
    const ownKitchens = isAmong(locations ?? [kitchen], kitchens);
    const receivedRows = sentToKitchenAt
      ? sql<SqlBool>`(${ownKitchens} and ${sql.ref(sentToKitchenAt)} is not null)`
      : ownKitchens;
    return additional ? [receivedRows, additional(sql.join(kitchens))] : [receivedRows];
  };
  switch (scope.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`;
    case 'places': {
      const alternatives = [
        ...(scope.branches.length > 0 ? [isAmong(locations ?? [branch], scope.branches)] : []),
        ...(scope.kitchens.length > 0 ? kitchenConditions(scope.kitchens) : []),
      ];
      return alternatives.length === 1 && alternatives[0]
        ? alternatives[0]
        : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
    }
    case 'none':
      return sql<SqlBool>`1 = 0`;
  }
}

function isAmong(columns: readonly string[], places: readonly string[]): RawBuilder<SqlBool> {
  const alternatives = columns.map((column) => sql<SqlBool>`${sql.ref(column)} in (${sql.join(places)})`);
  return alternatives.length === 1 && alternatives[0]
    ? alternatives[0]
    : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}
