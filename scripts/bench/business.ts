import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { migrate } from '#server/db/migrate.ts';
import { openSqliteFile } from '#server/db/node/sqlite.ts';
import type { Db } from '#server/db/types.ts';
import { newToken, tokenHash } from '#server/http/tokens.ts';
import { ids } from '#server/testing/ids.ts';
import { seedMinimalBusiness } from '#server/testing/minimal-business.ts';

export interface BenchBusiness {
  /** A folder with `commissary.db` in it, for the real server. */
  dataDir: string;
  /** The same rows in a file of its own, for the bare server. */
  bareFile: string;
  token: string;
  /** Ids of orders of the measured branch, spread over its whole history. */
  orders: string[];
  drop(): void;
}

/** Columns of an order that every one of these rows has alike. */
const alike = {
  kitchen: ids.kitchen,
  kitchenName: 'Central Kitchen',
  userId: ids.users.branch,
  userName: 'Test branch',
  orderType: 'Regular',
  lineCount: 2,
  valueE4: 862_500,
  version: 6,
};

/** The newest thousand orders stand everywhere on the way, however long the history is; the others are done. */
const statusOf = (orders: number) => `case when n > ${orders} - 1000 then
    case n / 20 % 5 when 0 then 'Draft' when 1 then 'Under Review' when 2 then 'Sent to Central Kitchen'
      when 3 then 'Under Process' else 'Shipped' end
  else case n % 97 when 0 then 'Rejected' when 1 then 'Cancelled' else 'Received' end end`;

const atOf = `strftime('%Y-%m-%dT%H:%M:%fZ', '2024-03-01', '+' || n || ' minutes')`;

/** A business with this many orders of twenty branches, two lines each, made by SQL alone. */
export async function fillBusiness(orders: number): Promise<BenchBusiness> {
  const dataDir = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
  const file = join(dataDir, 'commissary.db');
  const db = openSqliteFile(file);
  await migrate(db);
  const token = newToken();
  await db.write((tx) => seedMinimalBusiness(tx, new Date(), 'nobody signs in with this'));
  await db.writer
    .insertInto('sessions')
    .values({
      tokenHash: await tokenHash(token),
      sessionId: 'bench',
      userId: ids.users.branch,
      createdAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 8 * 3_600_000).toISOString(),
      ip: '127.0.0.1',
      userAgent: 'bench',
    })
    .execute();
  await insertOrders(db, orders);
  const known = await db.read
    .selectFrom('orders')
    .select('_id')
    .where('branch', '=', ids.branch1)
    .orderBy('createdAt')
    .execute();
  await db.close();
  const bareFile = join(dataDir, 'bare.db');
  copyFileSync(file, bareFile);
  return {
    dataDir,
    bareFile,
    token,
    orders: Array.from({ length: 200 }, (_, n) => known[Math.floor((n * known.length) / 200)]?._id ?? ''),
    drop: () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function insertOrders(db: Db, orders: number): Promise<void> {
  const run = (text: string) => db.writer.executeQuery(CompiledQuery.raw(text));
  const numbers = `with recursive counter(n) as (select 1 union all select n + 1 from counter where n < ${orders})`;
  const columns = Object.keys(alike).map((name) => `"${name}"`);
  const values = Object.values(alike).map((value) =>
    typeof value === 'number' ? String(value) : `'${value}'`,
  );
  await run(`${numbers} insert into orders ("_id", "orderNo", "status", "branch", "branchName", "createdAt", "updatedAt",
      "dateTime", "sentAt", "deliveryDate", "summary", ${columns.join(', ')})
    select printf('o-%08d', n), printf('ORD-2024-%06d', n), ${statusOf(orders)},
      case n % 20 when 0 then '${ids.branch1}' when 1 then '${ids.branch2}' else printf('branch-%02d', n % 20) end,
      printf('Branch %02d', n % 20), ${atOf}, ${atOf}, ${atOf}, ${atOf}, substr(${atOf}, 1, 10), '', ${values.join(', ')}
    from counter`);
  const names = [
    '_id',
    'orderNo',
    'status',
    'branch',
    'branchName',
    'kitchen',
    'kitchenName',
    'userName',
    'createdAt',
    'updatedAt',
    'version',
    'dateTime',
    'sentAt',
    'acceptedAt',
    'shippedAt',
    'receivedAt',
    'deliveryDate',
    'orderType',
    'cutoffAt',
    'notes',
    'transitionReason',
    'deliveryNoteNo',
    'driver',
    'vehicle',
    'lineCount',
  ];
  await run(`update orders set summary = json_object(${names.map((name) => `'${name}', "${name}"`).join(', ')},
    'value', 86.25, 'late', json('false'), 'urgent', json('false'), 'hasDiscrepancy', json('false'), 'locked', json('true'))`);
  await run(`insert into "orderLines" ("lineId", "orderId", "position", "itemId", "itemCode", "itemName", "category",
      "section", "unit", "unitSymbol", "unitNum", "unitDen", "orderQtyMicro", "approvedQtyMicro", "unitCostE4", "lots")
    select orders."_id" || '-' || k, orders."_id", k, i."_id", i."itemCode", i."name", i."category", i."section",
      i."orderUnit", 'case', 10, 1, 5000000, 5000000, 120000, '[]'
    from orders, (select 0 as k union all select 1) join items i on i."itemCode" = 'IT-00' || (k + 1)`);
  await run(`insert into "orderHistory" ("orderId", "from", "to", "by", "byName", "at")
    select "_id", null, 'Draft', "userId", "userName", "createdAt" from orders`);
  await run(`insert into "orderCounts" ("branch", "kitchen", "status", "reached", "count")
    select "branch", "kitchen", "status", 1, count(*) from orders group by 1, 2, 3`);
}
