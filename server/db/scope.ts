import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Actor, scopeOf } from '#domain/permissions.ts';

/** The columns that say whose a row is. */
export interface ScopeColumns {
  /** Branch users see rows of the own branches by it. */
  branch: string;
  /** Kitchen users see rows of the own kitchens by it; the same column where it is left out. */
  kitchen?: string;
  /** Both places of a row that is between two: whoever is bound to either sees it, in place of the columns above. */
  either?: readonly string[];
  /** Kitchen users see only rows where it is not null: what ever reached them. */
  reached?: string;
  /** What kitchen users see besides, as a condition for their kitchens. */
  additional?: (kitchens: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/** Which rows an actor sees, as a condition: those of the own branches or kitchens; all for who is bound to none. */
export function scopeCondition(
  actor: Actor,
  { branch, kitchen = branch, either, reached, additional: besides }: ScopeColumns,
): RawBuilder<SqlBool> {
  const scope = scopeOf(actor);
  const ofKitchens = (kitchens: readonly string[]): RawBuilder<SqlBool>[] => {
    const own = among(either ?? [kitchen], kitchens);
    const there = reached ? sql<SqlBool>`(${own} and ${sql.ref(reached)} is not null)` : own;
    return besides ? [there, besides(sql.join(kitchens))] : [there];
  };
  switch (scope.kind) {
    case 'all':
      return sql<SqlBool>`1 = 1`;
    case 'places': {
      const ways = [
        ...(scope.branches.length > 0 ? [among(either ?? [branch], scope.branches)] : []),
        ...(scope.kitchens.length > 0 ? ofKitchens(scope.kitchens) : []),
      ];
      return ways.length === 1 && ways[0] ? ways[0] : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
    }
    case 'none':
      return sql<SqlBool>`1 = 0`;
  }
}

function among(columns: readonly string[], places: readonly string[]): RawBuilder<SqlBool> {
  const ways = columns.map((column) => sql<SqlBool>`${sql.ref(column)} in (${sql.join(places)})`);
  return ways.length === 1 && ways[0] ? ways[0] : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}
