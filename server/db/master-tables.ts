import type { Generated } from 'kysely';
import type { Definitions } from '#contract/resources/index.ts';
import type { Field } from '#contract/resources/fields.ts';
import type { StorageType } from '#contract/storage.ts';
import type { CostClass } from '#domain/food-cost/cost-classes.ts';

/**
 * The tables of master data, as their definitions say them: nothing is written a second time but what no definition
 * has. `schema.test.ts` beside the master-data module holds them against the tables that the migrations make.
 */

export type Bit = 0 | 1;
/** JSON text; parsed at the edge. */
export type Json = string;

/** What every row that people maintain carries. `search` is the folded text that lists are searched by. */
export interface CommonColumns {
  _id: string;
  createdAt: string;
  updatedAt: string;
  version: number;
  isActive: Bit;
}

/** What the column of a field holds, null where the field may be empty. */
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

/** What a row has by its name; rows without one of their own are not searched, either. */
interface Named {
  name: string;
  nameAlt: string | null;
  search: string;
}

/** Columns that no definition has, or that hold more or less than their field says. */
interface ExtraColumns {
  /** `countedAt`: when the opening count was posted; null means stock may go below zero until then. */
  branches: { countedAt: string | null; closedDays: Generated<Json>; salesTakeStock: Generated<Bit> };
  taxes: { rates: Generated<Json> };
  itemCategories: { serviceLevelMicro: Generated<number>; costClass: Generated<CostClass> };
  itemLevels: { orderRule: Generated<string> };
  /** An item without an order unit is ordered in its base unit, and the column says so. */
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
