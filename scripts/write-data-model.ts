// `npm run docs:data-model`: writes docs/DATA-MODEL.md from the migrated schema and the descriptions below.
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
  about: string;
  /** Description of each table. */
  tables: Readonly<Record<string, string>>;
}

/**
 * References that the database can't declare: columns that refer to one of several tables, or to rows that
 * may be deleted.
 */
const undeclared: Readonly<Record<string, readonly Reference[]>> = {
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
  mails: [{ column: 'runId', to: 'mailRuns' }],
};

const areas: readonly Area[] = [
  {
    title: 'Business and people',
    about:
      'Branches, kitchens and warehouses are rows of `branches`. `users.branches` and `users.kitchens` hold their ids as JSON; `users.role` holds the key of a role.',
    tables: {
      branches:
        'Branches, central kitchens and warehouses (`type`), with time zone, delivery days and the kitchen that supplies them',
      branchCategories: 'Groups of branches, with a priority in shortages',
      brands: 'Brands of the business',
      sections: 'Shelves, rooms and stations of a branch or kitchen',
      departments: 'Departments',
      currencies: 'Currencies with their rates by day; one is the base currency',
      taxes: 'Tax rates by day',
      transferPrices: 'Transfer price rule of a branch or branch category, and whether it is a franchise',
      countSchedules: 'Count schedules of a branch',
      checkPoints: 'Check points of food safety at a location, with limits, due times and replaced schedules',
      users: 'People, their flags, pages, locations and password hash',
      roles: 'Roles with their flags and pages',
      sessions: 'Sessions, by the hash of their token',
      knownDevices: 'Devices on which a user has signed in',
      signInFailures: 'Wrong passwords of the last 15 minutes',
      settings: 'Settings of the business as JSON: name, closed period, mail server, goals',
      sequences: 'Next number of each series and year',
    },
  },
  {
    title: 'Items and suppliers',
    about:
      'An item is counted in its base unit. Other units of the item are conversions; purchase packs are packagings.',
    tables: {
      items: 'Items',
      itemBarcodes: 'Barcodes, each of one item',
      itemConversions: 'Ratio between two units of an item, as a fraction',
      itemLevels: 'Minimum, par and maximum of an item at a branch',
      itemCategories: 'Item categories, with the service level of order suggestions',
      subCategories: 'Subcategories',
      purchaseCategories: 'Purchase categories, with approver, approval limit and lead time',
      units: 'Units of measure',
      suppliers: 'Suppliers, with terms, order days and tolerances',
      packagings: 'Packs in which an item is bought, with the list price',
      packPrices: 'Price history of each pack; its rows never change',
      orderTemplates: 'Order templates of a branch',
      reasons: 'Reasons to choose from, by use',
      gallery: 'Pictures of items, brands and recipes',
      files: 'Bytes of pictures and photos',
      reviews: 'Proposed changes of master data that wait for approval',
      formerValues: 'Former values that reports about past days use; written by triggers',
    },
  },
  {
    title: 'Orders',
    about:
      'A branch orders from its kitchen (`orders.branch`, `orders.kitchen`). Quantities of a line stand side by side: ordered, approved, picked, shipped, received, damaged, short, over.',
    tables: {
      orders: 'Orders; `summary` is the JSON that lists return',
      orderLines: 'Order lines with their quantities',
      orderHistory: 'Status changes of orders; append-only',
      orderCounts: 'Number of orders by branch, kitchen and status',
      reservations: 'Quantities that accepted lines need and have reserved at the kitchen',
      lotReservations: 'Lots picked for accepted lines',
      pickClaims: 'Lines that a picker has claimed',
      crates: 'SSCC numbers of crates',
      discrepancies: 'Differences found at receipt, and their resolution',
    },
  },
  {
    title: 'Stock ledger',
    about:
      'A move takes a quantity and its value from one place to another. A place is a branch or kitchen, its `:transit` and `:hold`, or one of the outside places `supplier`, `wastage`, `production`, `adjustment`, `consumption`, which have no row. Everything except `stockMoves` and `lots` can be recomputed.',
    tables: {
      places: 'Places with a balance: branch, transit and hold of each',
      stockMoves: 'The ledger: every move with quantity, value, document and lot; append-only',
      balances: 'On hand, reserved and value of an item at a place',
      lots: 'Lots with expiry, origin and hold',
      lotBalances: 'On hand and reserved of a lot at a place',
      stockDaily: 'Daily totals by place, item and kind of move',
      stockClosings: 'Stock at the end of each week',
      stockClosingDays: 'Closed weeks, and the progress of the next one',
      stockPlaceSums: 'Value by place and kind of move, per day or week',
      stockItemSums: 'Value by item and kind of move, per day or week',
      stockSumDays: 'Days that these totals cover',
      stockLateSides: 'Late moves that the totals do not contain yet',
      recalls: 'Recalls of a lot, real or practice; append-only',
      recallLots: 'Lots in scope of a recall, and their origin',
      recallHolds: 'Holds that a recall has put on lots, until they are released',
      recallNotices: 'When a location was last notified of a recall',
      recallPlaces: 'Locations of a recall, with their book quantity; append-only',
      recallFindings: 'Findings of the locations; append-only',
      recallEnds: 'Result of a recall; append-only',
    },
  },
  {
    title: 'Wastage, counts, transfers and food safety',
    about:
      'Documents that change stock inside the business; food safety checks change none. `transfers.to` is a branch or, for a return, a supplier.',
    tables: {
      wastage: 'Waste records',
      safetyChecks: 'Food safety checks, with the limits of their time',
      stockCounts: 'Stock counts',
      stockCountLines: 'Lines of a count: book, counted, variance',
      stockCountEntries: 'Every entered quantity; append-only',
      stockCountSections: 'Sections of a count and their counters',
      transfers: 'Transfers between branches, returns to the kitchen, returns to suppliers',
      transferLines: 'Lines of a transfer',
    },
  },
  {
    title: 'Purchasing',
    about: 'Three-way match: order line, receipt line and invoice line meet in `invoiceMatches`.',
    tables: {
      purchaseOrders: 'Purchase orders',
      purchaseLines: 'Lines of a purchase order: ordered, received, billed, returned',
      goodsReceipts: 'Goods receipts',
      goodsReceiptLines: 'Lines of a receipt: accepted, rejected, free, landed cost, lot',
      supplierInvoices: 'Supplier invoices and credit notes',
      supplierInvoiceLines: 'Lines of an invoice',
      invoiceMatches: 'Matches of an invoice line: accrual released, stock difference, variance',
    },
  },
  {
    title: 'Recipes and production',
    about:
      'A recipe has versions that never change. `productionLines.side` distinguishes ingredients from products.',
    tables: {
      recipes: 'Recipes of dishes and kitchen products',
      recipeVersions: 'Content of a recipe from a day on; its rows never change',
      recipeUses: 'Items, sub-recipes and units that a version uses',
      recipeRollups: 'Current cost and allergens of a recipe',
      recipeCosts: 'Cost of a recipe over time',
      recipesToCost: 'Changes after which recipe costs must be recomputed; written by triggers',
      productionBatches: 'Production batches',
      productionLines: 'Ingredients and products of a batch',
      productionParts: 'Partial completions of a batch',
      labelPrints: 'Labels printed for a lot; append-only',
    },
  },
  {
    title: 'Sales and demand',
    about: 'Sales come from files of tills. They deplete stock by recipe where the branch enables it.',
    tables: {
      saleSources: 'Tills, and the columns of their files',
      saleArticles: 'Articles and modifiers of a till, mapped to recipes, items or changed ingredients',
      saleDays: 'Sales of a branch and till on a day',
      saleRows: 'Menu items sold on a day, by combination of modifiers',
      saleModifiers: 'Modifiers of the menu items sold on a day',
      demandDays: 'Days that suggestions treat differently: exceptions, holidays',
      demandProfiles: 'Weekday pattern of an item category',
      branchOutlooks: 'Forecast of what a branch will order of produced items',
      demandChanges: 'Branches whose forecast must be recomputed',
    },
  },
  {
    title: 'Server',
    about: '`docType` and `docId` name a document of any kind.',
    tables: {
      documentHistory: 'Status changes and edits of all documents except orders; append-only',
      attachments: 'Photos of documents and their lines',
      audit: 'Changes with user and values before and after; append-only until archived',
      auditArchives: 'Files to which the audit was archived',
      auditArchived: 'Number of archived entries of each row',
      idempotencyKeys: 'Responses of calls with an idempotency key',
      jobs: 'Background jobs',
      jobSchedules: 'Last due time of each schedule',
      imports: 'Imports of files',
      importRows: 'Rows of an import that is not committed yet',
      importSteps: 'Parts of an import that are about to be written',
      importChanges: 'Changes of a committed import, for its undo',
      mailSchedules: 'Scheduled reports and digests',
      mailRecipients: 'Their recipients',
      mailRuns: 'Runs of a schedule',
      mails: 'Mails and their results',
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
writeFileSync(page, pageText());
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
    tables.set(name, { columns, references: [...keys, ...(undeclared[name] ?? [])] });
  }
  return tables;
}

function pageText(): string {
  const parts = areas.map(({ title, about, tables }) => {
    const names = Object.keys(tables);
    const rows = names.map((name) => `| \`${name}\` | ${tables[name]} | ${referenceText(name)} |`);
    return [
      `## ${title}\n\n${about}\n\n\`\`\`mermaid\n${diagram(names)}\n\`\`\``,
      `| table | one row is, or the table holds | refers to |\n|---|---|---|\n${rows.join('\n')}`,
    ].join('\n\n');
  });
  return `# Data model

Written by \`npm run docs:data-model\` from the migrated schema; descriptions are in \`scripts/write-data-model.ts\`. Column types are in
\`src/platform/server/db/tables.ts\`, growth of each table in [growth.md](growth.md).

- Columns have the names that the API uses. \`…Micro\` is millionths of a unit, or of the currency in prices per unit, \`…E4\` ten-thousandths of the currency: exact integers.
- Instants are ISO 8601 text in UTC, days \`YYYY-MM-DD\`. Booleans are 0 or 1.
- \`_id\` is a time-ordered UUID. \`version\` rises by one with each change.
- Documents store the names of what they refer to (\`itemName\`, \`supplierName\`) as they were.
- A diagram shows keys and the references inside its area; dotted references aren't declared in the database. The last column of each table lists all references.
- "Append-only" means that a database trigger rejects changes and deletions.

${parts.join('\n\n')}
`;
}

function diagram(names: readonly string[]): string {
  const inside = new Set(names);
  const entities = names.map((name) => {
    const { columns, references } = tableOf(name);
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
    tableOf(name)
      .references.filter(({ to }) => inside.has(to))
      .map((reference) => relation(name, reference)),
  );
  return ['erDiagram', ...entities, ...relations].join('\n');
}

function relation(name: string, { column, to }: Reference): string {
  const isNullable = tableOf(name).columns.some((other) => other.name === column && other.isNullable);
  return `  ${name} }o${isDeclared(name, column) ? '--' : '..'}${isNullable ? 'o|' : '||'} ${to} : ${column}`;
}

function referenceText(name: string): string {
  return tableOf(name)
    .references.map(({ column, to }) => `${column} → ${to}`)
    .join(', ');
}

function tableOf(name: string): Table {
  const table = schema.get(name);
  if (!table) throw new Error(`There is no table ${name}.`);
  return table;
}

function isReference(references: readonly Reference[], { name }: Column): boolean {
  return references.some(({ column }) => column === name);
}

function isDeclared(name: string, column: string): boolean {
  return !undeclared[name]?.some((reference) => reference.column === column);
}
