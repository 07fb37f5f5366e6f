import type { Generated } from 'kysely';
import type { Definitions } from '#contract/resources/index.ts';
import type { Field } from '#contract/resources/fields.ts';
import type { StorageType } from '#contract/storage.ts';
import type { CostClass } from '#domain/food-cost/cost-classes.ts';

/**
 * The master data tables, derived from their definitions. `schema.test.ts` in the master-data module compares
 * them with the migrated tables.
 */

export type Bit = 0 | 1;
/** JSON text; parsed by presenters. */
export type Json = string;

/** Columns of every master data row. `search` is the folded text that lists search. */
export interface CommonColumns {
  _id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  isActive: Bit;
}

/** Type of a field's column; null where the field may be empty. */
type ColumnValue<F> =
  F extends Field<infer Value, infer S> ? Kept<S> | (null extends Value ? null : never) : never;

type Kept<S extends StorageType> = S extends 'text'
  ? string
  : S extends 'boolean'
    ? Bit
    : S extends 'json'
      ? Json
      : number;

type Ending<F> = F extends Field<unknown, 'micro'> ? 'Micro' : F extends Field<unknown, 'e4'> ? 'E4' : '';

type Definition = Definitions[keyof Definitions];

/** The columns of a collection's fields: `rate` in millionths is `rateMicro`. */
type FieldColumns<F> = {
  [K in keyof F & string as `${K}${Ending<F[K]>}`]: ColumnValue<F[K]>;
};

/** Columns of rows with a name; rows without one are not searched. */
interface Named {
  name: string;
  nameAlt: string | null;
  search: string;
}

/** Columns that no definition has, or whose type differs from their field. */
interface ExtraColumns {
  /** `countedAt`: when the opening count was posted; null allows negative stock until then. */
  branches: { countedAt: string | null; closedDays: Generated<Json>; salesTakeStock: Generated<Bit> };
  taxes: { rates: Generated<Json> };
  itemCategories: { serviceLevelMicro: Generated<number>; costClass: Generated<CostClass> };
  itemLevels: { orderRule: Generated<string> };
  /** An item without an order unit is ordered in its base unit, which the column then contains. */
  items: { orderUnit: string };
  gallery: {
    type: string;
    size: number;
    width: number;
    height: number;
    /** SHA-256 of the file, in hex. */
    hash: string;
    fileId: string;
    thumbId: string;
    createdBy: string | null;
    createdByName: string | null;
  };
}

type BesidesOf<T> = T extends keyof ExtraColumns ? ExtraColumns[T] : unknown;
type NamedOf<T> = T extends 'itemLevels' | 'packagings' ? unknown : Named;

/** A row of a collection's table. */
type RowOf<D extends Definition> = CommonColumns &
  NamedOf<D['table']> &
  Omit<FieldColumns<D['fields']>, keyof BesidesOf<D['table']>> &
  BesidesOf<D['table']>;

export type MasterTables = {
  [D in Definition as D['table']]: RowOf<D>;
};
