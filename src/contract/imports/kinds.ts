import type { Collection } from '#domain/permissions.ts';
import { items } from '../items.ts';
import { type Field, field } from '../resources/fields.ts';
import { resources } from '../resources/index.ts';
import { itemLevels } from '../resources/item-levels.ts';
import type { Resource } from '../resources/kit.ts';
import { packagings } from '../resources/packagings.ts';

/** One column that a file may have. */
export interface ImportColumn {
  /** Name on the wire: a field of the collection, or `pack.price` for a part of a row. */
  key: string;
  field: Field;
  /** A new row is not made without it. */
  isNeeded: boolean;
  /** Part of the template. */
  isUsual: boolean;
}

/** Something that makes a row of another collection besides the row itself, when its columns are filled. */
export interface ImportPart {
  /** Before the dot in the keys of its columns. */
  prefix: string;
  resource: Resource;
  /** Its field that refers to the row itself. */
  owner: string;
  fields: readonly string[];
}

/** What can be imported: a collection, or the stock that a business starts with. */
export interface ImportKind {
  kind: string;
  /** Whose rights are asked for. */
  collection: Collection;
  /** What the rows become; null for stock, which is posted. */
  resource: Resource | null;
  parts: readonly ImportPart[];
  columns: readonly ImportColumn[];
  /** By which fields a row of the file finds the row that is there: the first combination that is filled counts. */
  keys: readonly (readonly string[])[];
}

const columnsOf = (resource: Resource, usual: readonly string[]): ImportColumn[] => {
  const others = Object.keys(resource.allFields).filter((name) => !usual.includes(name));
  return [...usual, ...others].flatMap((key) => {
    const one = resource.allFields[key];
    return one ? [{ key, field: one, isNeeded: one.isRequired, isUsual: usual.includes(key) }] : [];
  });
};

const ofResource = (resource: Resource): ImportKind => ({
  kind: resource.collection,
  collection: resource.collection,
  resource,
  parts: [],
  columns: columnsOf(resource, resource.importColumns),
  keys: resource.unique,
});

/** An item's row may say how it is bought and how much of it a branch wants to have. */
const itemParts: readonly ImportPart[] = [
  {
    prefix: 'pack',
    resource: packagings,
    owner: 'itemId',
    fields: ['name', 'contentsQty', 'unit', 'price', 'supplierId', 'barcode'],
  },
  {
    prefix: 'level',
    resource: itemLevels,
    owner: 'itemId',
    fields: ['branchId', 'min', 'par', 'max', 'safetyStock'],
  },
];

const partColumns = ({ prefix, resource, fields }: ImportPart): ImportColumn[] =>
  fields.flatMap((name) => {
    const one = resource.allFields[name];
    return one ? [{ key: `${prefix}.${name}`, field: one, isNeeded: false, isUsual: true }] : [];
  });

/** How many base units one order unit holds: a conversion of the item. */
export const perOrderUnit = 'perOrderUnit';

const itemKind: ImportKind = {
  ...ofResource(items),
  parts: itemParts,
  columns: [
    ...columnsOf(items, items.importColumns).filter(({ isUsual }) => isUsual),
    {
      key: perOrderUnit,
      field: field.quantity('Base units in one order unit').optional(),
      isNeeded: false,
      isUsual: true,
    },
    ...itemParts.flatMap(partColumns),
    ...columnsOf(items, items.importColumns).filter(({ isUsual }) => !isUsual),
  ],
};

/** A pack without a barcode is known by its item, supplier and name. */
const packKind: ImportKind = {
  ...ofResource(packagings),
  keys: [['barcode'], ['itemId', 'supplierId', 'name']],
};

const openingFields = {
  itemId: field.reference('Item', 'items').required(),
  placeId: field.reference('Place', 'branch').required(),
  qty: field.quantity('Quantity').required(),
  unit: field.reference('Unit', 'units', { hint: 'Empty: the base unit of the item.' }).optional(),
  unitCost: field.money('Cost of one unit').optional(),
};

/** What a place holds on the first day. */
const openingKind: ImportKind = {
  kind: 'opening-stock',
  collection: 'stock',
  resource: null,
  parts: [],
  columns: Object.entries(openingFields).map(([key, one]) => ({
    key,
    field: one,
    isNeeded: one.isRequired,
    isUsual: true,
  })),
  keys: [['placeId', 'itemId']],
};

/** Everything that can be imported, by its name on the wire. */
export const importKinds: Readonly<Record<string, ImportKind>> = Object.fromEntries(
  [...resources.map(ofResource), itemKind, packKind, ofResource(itemLevels), openingKind].map((one) => [
    one.kind,
    one,
  ]),
);

/** Collections whose rows need a name and nothing else: what a file refers to can be made from the word alone. */
export function makeable(collection: Collection | null): Resource | null {
  const resource = resources.find((one) => one.collection === collection);
  if (!resource) return null;
  const needed = Object.entries(resource.allFields).filter(([, one]) => one.isRequired);
  return needed.every(([name]) => name === 'name') ? resource : null;
}
