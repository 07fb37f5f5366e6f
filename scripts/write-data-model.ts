// `npm run docs:data-model`: generates docs/DATA-MODEL.md from the migrated schema and the descriptions below.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '#platform/server/db/migrate.ts';
import { openSqliteMemory } from '#platform/server/db/node/sqlite.ts';
import type { Db } from '#platform/server/db/types.ts';

interface Column {
  name: string;
  type: string;
  isKey: boolean;
  isNullable: boolean;
}

interface Table {
  columns: readonly Column[];
  references: readonly Reference[];
}

interface Reference {
  column: string;
  to: string;
}

interface Area {
  title: string;
  description: string;
  /** Description of each table. */
  tables: Readonly<Record<string, string>>;
}

/**
 * References without a foreign key constraint: columns that refer to one of several tables, or to rows that
 * may be deleted.
 */
const unconstrained: Readonly<Record<string, readonly Reference[]>> = {
  orderHistory: [{ column: 'orderId', to: 'orders' }],
  crates: [{ column: 'orderId', to: 'orders' }],
  pickClaims: [{ column: 'lineId', to: 'orderLines' }],
  discrepancies: [{ column: 'orderId', to: 'orders' }],
  stockMoves: [
    { column: 'fromPlace', to: 'places' },
    { column: 'toPlace', to: 'places' },
  ],
  lotBalances: [{ column: 'placeId', to: 'places' }],
  stockDaily: [{ column: 'placeId', to: 'places' }],
  stockClosings: [{ column: 'day', to: 'stockClosingDays' }],
  stockPlaceSums: [{ column: 'placeId', to: 'places' }],
  stockCountSections: [{ column: 'countId', to: 'stockCounts' }],
  stockCountEntries: [{ column: 'lineId', to: 'stockCountLines' }],
  invoiceMatches: [
    { column: 'invoiceId', to: 'supplierInvoices' },
    { column: 'poLineId', to: 'purchaseLines' },
  ],
  recipeRollups: [{ column: 'versionId', to: 'recipeVersions' }],
  demandProfiles: [{ column: 'categoryId', to: 'itemCategories' }],
  attachments: [
    { column: 'fileId', to: 'files' },
    { column: 'thumbId', to: 'files' },
  ],
  gallery: [
    { column: 'fileId', to: 'files' },
    { column: 'thumbId', to: 'files' },
  ],
  knownDevices: [{ column: 'userId', to: 'users' }],
  emails: [{ column: 'runId', to: 'mailRuns' }],
};

const areas: readonly Area[] = [
  {
    title: 'Business and people',
    description:
      'Branches, kitchens and warehouses are rows of `branches`. `users.branches` and `users.kitchens` store their ids as JSON; `users.role` is the key of a role.',
    tables: {
      branches:
        'Branches, central kitchens and warehouses (`type`), with time zone, delivery days and the kitchen that supplies them',
      branchCategories: 'Groups of branches, with their priority when stock is short',
      brands: 'Brands of the business',
      sections: 'Shelves, rooms and stations of a branch or kitchen',
      departments: 'Departments',
      currencies: 'Currencies with their exchange rates by date; one is the base currency',
      taxes: 'Taxes with their rates by date',
      transferPrices:
        'Transfer price rules of branches and branch categories, and whether they are franchises',
      countSchedules: 'Stock count schedules of a branch',
      checkPoints: 'Food safety checkpoints of a location, with limits, due times and previous schedules',
      users: 'Users with their permission flags, pages, locations and password hash',
      roles: 'Roles with their permission flags and pages',
      sessions: 'Signed-in sessions, identified by the hash of their token',
      knownDevices: 'Devices on which a user has signed in',
      signInFailures: 'Failed sign-in attempts in the last 15 minutes',
      settings: 'Business settings as JSON: name, closed period, email server, targets',
      sequences: 'Next document number of each series and year',
    },
  },
  {
    title: 'Items and suppliers',
    description:
      'Stock of an item is measured in its base unit. `itemConversions` converts other units to it; purchase packs are rows of `packagings`.',
    tables: {
      items: 'Items',
      itemBarcodes: 'Barcodes; each belongs to one item',
      itemConversions: 'Conversion factors between two units of an item, as fractions',
      itemLevels: 'Minimum, par and maximum level of an item at a branch',
      itemCategories: 'Item categories, with the service level for order suggestions',
      subCategories: 'Subcategories',
      purchaseCategories: 'Purchase categories, with approver, approval limit and lead time',
      units: 'Units of measure',
      suppliers: 'Suppliers, with terms, order days and tolerances',
      packagings: 'Purchase packs of an item, with their list price',
      packPrices: 'Price history of each pack; rows never change',
      orderTemplates: 'Order templates of a branch',
      reasons: 'Reason codes, with the actions that offer them',
      gallery: 'Images of items, brands and recipes',
      files: 'Image data',
      reviews: 'Proposed changes to master data, and the decisions on them',
      formerValues: 'Previous values, for reports on past dates; written by triggers',
    },
  },
  {
    title: 'Orders',
    description:
      'A branch orders from its kitchen (`orders.branch`, `orders.kitchen`). Each line stores its quantities separately: ordered, approved, picked, shipped, received, damaged, short, over.',
    tables: {
      orders: 'Orders; `summary` is the JSON returned by list endpoints',
      orderLines: 'Order lines with their quantities',
      orderHistory: 'Status changes of orders; append-only',
      orderCounts: 'Number of orders by branch, kitchen and status',
      reservations: 'Quantity that each accepted line needs from the kitchen, and how much of it is reserved',
      lotReservations: 'Lots reserved or picked for accepted lines',
      pickClaims: 'Order lines claimed by a picker',
      crates: 'SSCC numbers of crates',
      discrepancies: 'Discrepancies found at receipt, and how they were resolved',
    },
  },
  {
    title: 'Stock ledger',
    description:
      'A stock move transfers a quantity and its value between two stock locations. A stock location is a branch or kitchen, its in-transit location (`<id>:transit`), its hold location (`<id>:hold`), or one of the virtual locations `supplier`, `wastage`, `production`, `adjustment` and `consumption`, which have no row in `places`. Balances and totals can be recomputed from `stockMoves` and `lots`.',
    tables: {
      places: 'Stock locations with a balance: each branch, its in-transit location and its hold location',
      stockMoves: 'The ledger: every stock move with quantity, value, document and lot; append-only',
      balances: 'Quantity on hand, reserved quantity and value of an item at a stock location',
      lots: 'Lots with their expiry, origin and hold',
      lotBalances: 'Quantity on hand and reserved quantity of a lot at a stock location',
      stockDaily: 'Daily totals by stock location, item and kind of move',
      stockClosings: 'Stock on hand at the end of each week',
      stockClosingDays: 'Weeks with closing stock, and the progress of the current closing run',
      stockPlaceSums: 'Value by stock location and kind of move, per day or cumulative up to a day',
      stockItemSums: 'Value by item and kind of move, per day or cumulative up to a day',
      stockSumDays: 'Days covered by `stockPlaceSums` and `stockItemSums`',
      stockLateSides: "Entries of backdated moves that these totals don't include yet",
      recalls: 'Lot recalls, real or for practice; append-only',
      recallLots: 'Lots included in a recall, and how each was traced',
      recallHolds: 'Lots put on hold by a recall, until released',
      recallNotices: 'Notifications of a recall sent to a location',
      recallPlaces: 'Locations affected by a recall, with their book quantity; append-only',
      recallFindings: 'Quantities found at each location; append-only',
      recallEnds: 'Results of completed recalls; append-only',
    },
  },
  {
    title: 'Wastage, counts, transfers and food safety',
    description:
      "Documents that change stock within the business, and food safety checks, which don't affect stock. `transfers.to` is a branch or, for a supplier return, a supplier.",
    tables: {
      wastage: 'Wastage records',
      safetyChecks: 'Food safety checks, with the limits in force at the time',
      stockCounts: 'Stock counts',
      stockCountLines: 'Lines of a stock count: book quantity, counted quantity, variance',
      stockCountEntries: 'Every quantity entered in a stock count; append-only',
      stockCountSections: 'Sections of a stock count and the users counting them',
      transfers: 'Transfers between branches, returns to the kitchen and returns to suppliers',
      transferLines: 'Lines of a transfer',
    },
  },
  {
    title: 'Purchasing',
    description: '`invoiceMatches` is the three-way match of order lines, receipt lines and invoice lines.',
    tables: {
      purchaseOrders: 'Purchase orders',
      purchaseLines: 'Purchase order lines: quantities ordered, received, billed, returned',
      goodsReceipts: 'Goods receipts',
      goodsReceiptLines:
        'Goods receipt lines: quantities accepted, rejected and free of charge, landed cost, lot',
      supplierInvoices: 'Supplier invoices and credit notes',
      supplierInvoiceLines: 'Lines of an invoice or credit note',
      invoiceMatches: 'Matches of an invoice line: accrual released, change in stock value, variance',
    },
  },
  {
    title: 'Recipes and production',
    description:
      'A recipe has versions that never change. `productionLines.side` distinguishes ingredients from products.',
    tables: {
      recipes: 'Recipes of dishes and kitchen products',
      recipeVersions: 'Recipe content from its effective date; rows never change',
      recipeUses: 'Items, sub-recipes and units used by a recipe version',
      recipeRollups: 'Current cost and allergens of each recipe',
      recipeCosts: 'Cost history of each recipe',
      recipesToCost: 'Changes that require recipe costs to be recomputed; written by triggers',
      productionBatches: 'Production batches',
      productionLines: 'Ingredients and products of a production batch',
      productionParts: 'Partial completions of a production batch',
      labelPrints: 'Labels printed for a lot; append-only',
    },
  },
  {
    title: 'Sales and demand',
    description:
      'Sales are imported from POS export files. In branches where the setting is on, they deplete the ingredients of the recipes sold.',
    tables: {
      saleSources: 'POS systems and their file layouts',
      tillItems: 'POS products and modifiers, mapped to recipes, items or ingredient changes',
      saleDays: 'Sales of a branch per POS system and day',
      saleRows: 'Menu items sold per day, by combination of modifiers',
      saleModifiers: 'Modifiers of the menu items sold per day',
      demandDays: 'Days with exceptional demand, such as holidays, for order suggestions',
      demandProfiles: 'Weekday demand pattern of each item category',
      branchOutlooks: "Forecast of each branch's orders for produced items",
      demandChanges: "Changes after which a branch's forecast must be recomputed",
    },
  },
  {
    title: 'Server',
    description: '`docType` and `docId` identify a document of any type.',
    tables: {
      documentHistory: 'Status changes and edits of all documents except orders; append-only',
      attachments: 'Photos of documents and their lines',
      audit: 'Audit log: changes with their user and the values before and after; append-only until archived',
      auditArchives: 'Audit archive files',
      auditArchived: 'Number of archived audit entries per row',
      idempotencyKeys: 'Responses to requests with an idempotency key',
      jobs: 'Background jobs',
      jobSchedules: 'Last due time of each schedule',
      imports: 'File imports',
      importRows: "Rows of imports that aren't committed yet",
      importSteps: 'Parts of a large import that remain to be written',
      importChanges: 'Changes made by a committed import, used to undo it',
      mailSchedules: 'Scheduled reports and digests',
      mailRecipients: 'Recipients of scheduled emails',
      mailRuns: 'Runs of scheduled emails',
      emails: 'Emails and their delivery status',
      reportViews: 'Saved views of reports',
    },
  },
];

const db = openSqliteMemory();
await migrate(db);
const schema = await readSchema(db);
await db.close();

const described = new Set(areas.flatMap(({ tables }) => Object.keys(tables)));
const missing = [...schema.keys()].filter((name) => !described.has(name));
const droppedTables = [...described].filter((name) => !schema.has(name));
if (missing.length + droppedTables.length > 0)
  throw new Error(
    `Describe in ${import.meta.filename}: ${missing.join(', ')}. Remove: ${droppedTables.join(', ')}.`,
  );

const page = join(import.meta.dirname, '../docs/DATA-MODEL.md');
writeFileSync(page, buildPage());
process.stdout.write(`Wrote ${page}.\n`);

async function readSchema({ writer }: Db): Promise<Map<string, Table>> {
  const { rows: names } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'sqlite%' and name not like 'kysely%' order by name`.execute(writer);
  const tables = new Map<string, Table>();
  for (const { name } of names) {
    const { rows } = await sql<{ name: string; type: string; pk: number; notnull: number }>`
      select name, type, pk, "notnull" from pragma_table_info(${name})`.execute(writer);
    const { rows: keys } = await sql<{ column: string; to: string }>`
      select "from" as "column", "table" as "to" from pragma_foreign_key_list(${name}) order by id desc`.execute(
      writer,
    );
    const columns = rows.map((row) => ({
      name: row.name,
      type: row.type,
      isKey: row.pk > 0,
      isNullable: row.notnull === 0,
    }));
    tables.set(name, { columns, references: [...keys, ...(unconstrained[name] ?? [])] });
  }
  return tables;
}

function buildPage(): string {
  const parts = areas.map(({ title, description, tables }) => {
    const names = Object.keys(tables);
    const rows = names.map((name) => `| \`${name}\` | ${tables[name]} | ${formatReferences(name)} |`);
    return [
      `## ${title}\n\n${description}\n\n\`\`\`mermaid\n${buildDiagram(names)}\n\`\`\``,
      `| table | contents | references |\n|---|---|---|\n${rows.join('\n')}`,
    ].join('\n\n');
  });
  return `# Data model

Generated by \`npm run docs:data-model\` from the migrated schema; descriptions are in \`scripts/write-data-model.ts\`. Column types are in
\`src/platform/server/db/tables.ts\`, growth of each table in [growth.md](growth.md).

- Columns have the names that the API uses.
- \`…Micro\`: integer, millionths of a unit; for unit prices, millionths of the currency.
- \`…E4\`: integer, ten-thousandths of the currency.
- Timestamps are ISO 8601 text in UTC; dates are \`YYYY-MM-DD\`. Booleans are 0 or 1.
- \`_id\` is a time-ordered UUID. \`version\` is incremented by each change.
- Documents store a snapshot of the names they refer to (\`itemName\`, \`supplierName\`).
- Each diagram shows primary keys and the references between its tables. Dotted lines are references without a foreign key constraint. The last column of each table lists all references.
- "Append-only" means that a database trigger rejects changes and deletions.

${parts.join('\n\n')}
`;
}

function buildDiagram(names: readonly string[]): string {
  const inside = new Set(names);
  const entities = names.map((name) => {
    const { columns, references } = getTable(name);
    const visible = columns.filter(
      (column) =>
        column.isKey ||
        isReference(references, column) ||
        ['number', 'orderNo', 'status'].includes(column.name),
    );
    const lines = visible.map((column) => {
      const marks = [column.isKey ? 'PK' : '', isReference(references, column) ? 'FK' : ''].filter(Boolean);
      return `    ${column.type.toLowerCase()} ${column.name} ${marks.join(', ')}`.trimEnd();
    });
    return `  ${name} {\n${lines.join('\n')}\n  }`;
  });
  const relations = names.flatMap((name) =>
    getTable(name)
      .references.filter(({ to }) => inside.has(to))
      .map((reference) => formatRelation(name, reference)),
  );
  return ['erDiagram', ...entities, ...relations].join('\n');
}

function formatRelation(name: string, { column, to }: Reference): string {
  const isNullable = getTable(name).columns.some((other) => other.name === column && other.isNullable);
  return `  ${name} }o${hasConstraint(name, column) ? '--' : '..'}${isNullable ? 'o|' : '||'} ${to} : ${column}`;
}

function formatReferences(name: string): string {
  return getTable(name)
    .references.map(({ column, to }) => `${column} → ${to}`)
    .join(', ');
}

function getTable(name: string): Table {
  const table = schema.get(name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return table;
}

function isReference(references: readonly Reference[], { name }: Column): boolean {
  return references.some(({ column }) => column === name);
}

function hasConstraint(name: string, column: string): boolean {
  return !unconstrained[name]?.some((reference) => reference.column === column);
}
