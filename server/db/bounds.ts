import { definitions } from '#contract/resources/index.ts';
import type { MasterTables } from './master-tables.ts';
import type { Database } from './tables.ts';

const business = 'as many as the business has';
const documents = 'grows with the documents: they are the books, and stay';

const masterData = Object.fromEntries(
  Object.values(definitions).map(({ table }) => [table, business]),
) as Record<keyof MasterTables, string>;

/** What keeps each table from growing without end. docs/growth.md prints it; a new table is described here first. */
export const bounds: Readonly<Record<keyof Database, string>> = {
  ...masterData,
  itemBarcodes: business,
  itemConversions: business,
  itemLevels: 'at most one for each item and branch',
  packPrices: 'one for each price that a pack has had; they go with their pack',
  recipeVersions: 'one for each change of what a recipe takes or gives; they go with their recipe',
  recipeUses: 'one for each ingredient of a version, and go with it',
  recipeRollups: 'one for each recipe',
  recipeCosts: 'one for each step in the cost of a recipe; they go with it',
  recipesToCost: 'gone once the recipes are costed, in the same transaction or within the hour',
  users: business,
  roles: business,
  settings: 'a handful',
  places: 'a few for each branch',
  sequences: 'one for each series of numbers and year',
  sessions: 'gone a day after they end, which is 8 hours after the sign-in; checked every hour',
  signInFailures: 'gone after 15 minutes; checked every hour',
  knownDevices: 'gone 90 days after the last sign-in; checked every hour',
  idempotencyKeys: 'answers are kept for 7 days; checked every hour',
  orders: documents,
  orderLines: documents,
  orderHistory: documents,
  documentHistory: documents,
  orderCounts: 'at most one for each branch, kitchen and status',
  reservations: 'of orders that are not shipped yet',
  balances: 'at most one for each place and item',
  stockMoves: documents,
  stockDaily: 'at most one for each place, item, kind of move and day on which one was posted',
  lots: 'one for each lot of an item that tracks them: they are the books, and stay',
  lotBalances: 'at most one for each place and lot of which it has some',
  lotReservations: 'of orders that are not shipped yet',
  recalls: 'one for each recall, practised or real: records for auditors, and stay',
  recallPlaces: 'one for each place and lot that a recall asked for',
  recallFindings: 'one for each time that somebody said what was found',
  recallEnds: 'at most one for each recall',
  saleSources: 'as many as the business has tills, or systems of tills',
  saleArticles: 'at most one for each article of a till',
  saleDays: 'one for each branch, till and day: what food cost is told by, and stays',
  saleRows: 'one for each article that a branch sold on a day',
  pickClaims: 'of orders that are not shipped yet',
  crates:
    'one for each crate with an SSCC, which is never given again: they grow with the documents, and stay',
  discrepancies: documents,
  wastage: documents,
  stockCounts: documents,
  stockCountLines: documents,
  stockCountEntries: 'one for each time that somebody counted something: they are the books, and stay',
  stockCountSections: 'at most one for each section of a count',
  transfers: documents,
  transferLines: documents,
  purchaseOrders: documents,
  purchaseLines: documents,
  goodsReceipts: documents,
  goodsReceiptLines: documents,
  transferPrices: 'at most one for each branch and branch category',
  attachments: 'photos of documents; they are part of the books, and stay',
  files: 'pictures of the gallery and photos of documents; at most 8 MB each, made smaller when they come in',
  reviews: documents,
  audit:
    'until it is archived: `AUDIT_KEEP_DAYS` (730, at least 31, or `forever`) and `npm run archive -- FOLDER`',
  auditArchives: 'one for each file that `npm run archive` has written',
  auditArchived: 'at most one for each document whose audit was archived',
  imports:
    'gone a day after nobody went on with one, 30 days after its commit; three unfinished ones for each person',
  importRows: 'with their import, and when it is committed; 20,000 rows and 16 million letters for each',
  importSteps: 'gone once the import is written',
  importChanges: 'with their import, 30 days after its commit',
  jobs: 'gone 7 days after they are done, 90 days after they have failed; checked every hour',
  jobSchedules: 'one for each schedule',
};
