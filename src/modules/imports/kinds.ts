import type { Collection } from '#core/permissions.ts';
import { items } from '#modules/items/collection.ts';
import { type FieldDefinition, field, type SchemaMaker } from '#platform/collections/fields.ts';
import { type Definition, resources } from '#modules/master-data/collections.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { buildComponentsSchema, recipes } from '#modules/recipes/collection.ts';
import type { SchemaParts } from '#platform/collections/schema-parts.ts';
import type { CellCodec } from './cell-codec.ts';
import { cellCodecs } from './cell-codecs.ts';

/** A column that a file may have. */
export interface ImportColumn {
  /** Name in the API: a field of the collection, or for example `pack.price` for a part of a row. */
  key: string;
  field: FieldDefinition;
  /** Required for a new row. */
  isRequired: boolean;
  /** Common columns are listed first. */
  isCommon: boolean;
  /** Codec of a structured value; null for a scalar. */
  codec: CellCodec | null;
  /** Collections that its cells can reference. */
  referencedCollections: readonly Collection[];
}

/**
 * Key of the column that identifies an existing row by id; all other columns, even code and name, then update
 * that row.
 */
export const rowId = 'rowId';

/**
 * A row of a different collection that is created along with the imported row if its columns contain values.
 */
export interface ImportPart {
  /** Prefix of its column keys, before the dot. */
  prefix: string;
  resource: Definition;
  /** Field of the part that references the imported row. */
  owner: string;
  fields: readonly string[];
}

/** An import kind: a collection, or opening stock. */
export interface ImportKind {
  kind: string;
  /** The collection whose permissions apply. */
  collection: Collection;
  /** The target collection; null for stock, which is posted. */
  resource: Definition | null;
  parts: readonly ImportPart[];
  columns: readonly ImportColumn[];
  /** Combinations of fields that identify an existing row; the first one with values is used. */
  keys: readonly (readonly string[])[];
}

const listReferences = ({ refersTo }: FieldDefinition): Collection[] => (refersTo ? [refersTo] : []);

const listColumns = (resource: Definition, commonKeys: readonly string[]): ImportColumn[] => {
  const others = Object.keys(resource.allFields).filter((name) => !commonKeys.includes(name));
  return [...commonKeys, ...others].flatMap((key) => {
    const field = resource.allFields[key];
    const codec = field?.cell ? cellCodecs[field.cell] : null;
    if (!field) return [];
    const isCommon = commonKeys.includes(key);
    return [
      {
        key,
        field,
        isRequired: field.isRequired,
        isCommon,
        codec,
        referencedCollections: listReferences(field),
      },
    ];
  });
};

const optionalColumn = (
  key: string,
  field: FieldDefinition,
  codec: CellCodec | null = null,
): ImportColumn => ({
  key,
  field,
  isRequired: false,
  isCommon: false,
  codec,
  referencedCollections: listReferences(field),
});

const rowIdColumn = optionalColumn(rowId, field.code('ID in Commissary', { most: 60 }).optional());

const toImportKind = (resource: Definition): ImportKind => ({
  kind: resource.collection,
  collection: resource.collection,
  resource,
  parts: [],
  columns: [...listColumns(resource, resource.importColumns), rowIdColumn],
  keys: resource.unique,
});

/** An item row can include a pack and stock levels of a branch. */
const itemParts: readonly ImportPart[] = [
  {
    prefix: 'pack',
    resource: packagings,
    owner: 'itemId',
    fields: ['name', 'contentsQty', 'unit', 'price', 'supplierId', 'supplierItemCode', 'barcode'],
  },
  {
    prefix: 'level',
    resource: itemLevels,
    owner: 'itemId',
    fields: ['branchId', 'min', 'par', 'max', 'safetyStock'],
  },
];

const listPartColumns = ({ prefix, resource, fields }: ImportPart): ImportColumn[] =>
  fields.flatMap((name) => {
    const field = resource.allFields[name];
    return field ? [{ ...optionalColumn(`${prefix}.${name}`, field), isCommon: true }] : [];
  });

/** Key of the column with the number of base units per order unit, which is stored as a conversion. */
export const perOrderUnit = 'perOrderUnit';

/** Key of the column with all conversions of an item; units are named as in the file. */
export const conversions = 'conversions';
const conversionsSchema = ({ z }: SchemaParts) =>
  z
    .array(
      z.strictObject({
        fromUnit: z.string(),
        toUnit: z.string(),
        num: ratioPart({ z }),
        den: ratioPart({ z }),
      }),
    )
    .max(50);
const ratioPart = ({ z }: Pick<SchemaParts, 'z'>) =>
  z.int().min(1).max(1_000_000_000, 'At most 1,000,000,000');
const conversionsColumn = optionalColumn(
  conversions,
  { ...field.json('Conversions', conversionsSchema).optional(), refersTo: 'units' },
  cellCodecs.conversions,
);

const itemKind: ImportKind = {
  ...toImportKind(items),
  parts: itemParts,
  columns: [
    ...listColumns(items, items.importColumns).filter(({ isCommon }) => isCommon),
    {
      ...optionalColumn(perOrderUnit, field.quantity('Base units per order unit').optional()),
      isCommon: true,
    },
    ...itemParts.flatMap(listPartColumns),
    ...listColumns(items, items.importColumns).filter(({ isCommon }) => !isCommon),
    conversionsColumn,
    rowIdColumn,
  ],
};

/** A pack without a barcode is identified by item, supplier and name. */
const packKind: ImportKind = {
  ...toImportKind(packagings),
  keys: [['barcode'], ['itemId', 'supplierId', 'name']],
};

/** Key of the column with the ingredients of a recipe; items and units are named as in the file. */
export const components = 'components';
const nameSchema: SchemaMaker<string> = ({ z }) =>
  z.string().trim().min(1, 'Enter some text').max(200, 'At most 200 characters');

const recipeKind: ImportKind = {
  ...toImportKind(recipes),
  columns: toImportKind(recipes).columns.map(
    (column): ImportColumn =>
      column.key === components
        ? {
            ...column,
            field: { ...column.field, schema: buildComponentsSchema(nameSchema) },
            referencedCollections: ['items', 'recipes', 'units'],
          }
        : column,
  ),
};

const openingFields = {
  itemId: field.reference('Item', 'items').required(),
  placeId: field.reference('Location', 'branch').required(),
  qty: field.quantity('Quantity').required(),
  unit: field.reference('Unit', 'units', { hint: 'Defaults to the item’s base unit.' }).optional(),
  unitCost: field.price('Unit cost', 'cost', { hint: 'Enter 0 if this stock has no value.' }).optional(),
  lot: field
    .text('Lot', { most: 60, hint: 'For items tracked by lot. Enter the lot as printed on the goods.' })
    .optional(),
  expiry: field
    .date('Use by', { hint: 'Leave blank to calculate it from the item’s shelf life.' })
    .optional(),
  pieces: field.integer('Pieces', { max: 1_000_000_000 }).optional(),
};

/** Opening stock of a location. */
const openingKind: ImportKind = {
  kind: 'opening-stock',
  collection: 'stock',
  resource: null,
  parts: [],
  columns: Object.entries(openingFields).map(([key, field]) => ({
    key,
    field,
    isRequired: field.isRequired,
    isCommon: true,
    codec: null,
    referencedCollections: listReferences(field),
  })),
  keys: [['placeId', 'itemId']],
};

/** Every import kind, by its name in the API. */
export const importKinds: Readonly<Record<string, ImportKind>> = Object.fromEntries(
  [...resources.map(toImportKind), itemKind, packKind, recipeKind, toImportKind(itemLevels), openingKind].map(
    (kind) => [kind.kind, kind],
  ),
);

/** Returns the columns of an export for re-import: the collection's own columns and the id. */
export const listCurrentColumns = ({ columns, resource }: ImportKind): ImportColumn[] =>
  resource ? columns.filter(({ key }) => !key.includes('.') && key !== perOrderUnit) : [];

/**
 * Returns the definition of a collection whose only required field is the name, so that an import can create
 * missing rows; otherwise null.
 */
export function findCreatableByName(collection: Collection | null): Definition | null {
  const resource = resources.find((resource) => resource.collection === collection);
  if (!resource) return null;
  const requiredFields = Object.entries(resource.allFields).filter(([, field]) => field.isRequired);
  return requiredFields.every(([name]) => name === 'name') ? resource : null;
}
