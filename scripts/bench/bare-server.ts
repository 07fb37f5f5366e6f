// The baseline: node:http and node:sqlite with the same file settings and rows, but without session,
// permission, validation, idempotency key or audit. Arguments: the database file, the port.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { DatabaseSync } from 'node:sqlite';

const [file = '', port = '0'] = process.argv.slice(2);
const db = new DatabaseSync(file);
db.exec('pragma journal_mode = wal');
db.exec('pragma synchronous = full');
db.exec('pragma busy_timeout = 5000');
db.exec('pragma cache_size = -65536');

interface OrderInput {
  branch: string;
  deliveryDate: string;
  items: { itemId: string; orderQty: number }[];
}

const begin = db.prepare('begin immediate');
const commit = db.prepare('commit');
const selectBranch = db.prepare(
  'select b.name, k."_id" as kitchen, k.name as "kitchenName" from branches b join branches k on k."_id" = b."supplyingKitchenId" where b."_id" = ?',
);
const selectItems =
  db.prepare(`select items.*, units.symbol, c.num, c.den from items join units on units."_id" = items."orderUnit"
  left join "itemConversions" c on c."itemId" = items."_id" and c."fromUnit" = items."orderUnit"
  where items."_id" in (select value from json_each(?))`);
const incrementSequence = db.prepare(`insert into sequences (name, next) values ('ORD-2026', 2)
  on conflict (name) do update set next = next + 1 returning next`);
const orderColumns =
  '"_id", "orderNo", "status", "branch", "branchName", "kitchen", "kitchenName", "userId", "userName", "createdAt", "updatedAt", "deliveryDate", "orderType", "version", "lineCount", "valueE4", "summary"';
const insertOrder = db.prepare(
  `insert into orders (${orderColumns}) values (${Array(17).fill('?').join(', ')})`,
);
const lineColumns =
  '"lineId", "orderId", "position", "itemId", "itemCode", "itemName", "category", "section", "unit", "unitSymbol", "unitNum", "unitDen", "orderQtyMicro", "unitCostMicro", "lots"';
const insertLines = db.prepare(
  `insert into "orderLines" (${lineColumns}) values ${Array(10)
    .fill(`(${Array(15).fill('?').join(', ')})`)
    .join(', ')}`,
);
const insertHistory = db.prepare(
  'insert into "orderHistory" ("orderId", "from", "to", "by", "byName", "at") values (?, null, ?, ?, ?, ?)',
);
const incrementCount =
  db.prepare(`insert into "orderCounts" ("branch", "kitchen", "status", "sentToKitchen", "count") values (?, ?, ?, 0, 1)
  on conflict ("branch", "kitchen", "status", "sentToKitchen") do update set "count" = "count" + 1`);
const selectOrders = db.prepare(
  'select * from orders where "branch" = ? and "status" = ? order by "createdAt" desc, "_id" desc limit 50',
);
const selectOrder = db.prepare('select * from orders where "_id" = ?');
const selectLines = db.prepare('select * from "orderLines" where "orderId" = ? order by "position"');
const selectHistory = db.prepare('select * from "orderHistory" where "orderId" = ? order by seq');

function createOrder(body: OrderInput): object {
  const at = new Date().toISOString();
  const _id = randomUUID();
  begin.run();
  const branch = selectBranch.get(body.branch) as { name: string; kitchen: string; kitchenName: string };
  const rows = selectItems.all(JSON.stringify([...new Set(body.items.map((item) => item.itemId))])) as Record<
    string,
    string
  >[];
  const byId = new Map(rows.map((item) => [item['_id'] ?? '', item]));
  const number = Number((incrementSequence.get() as { next: number }).next) - 1;
  const lines = body.items.map(({ itemId, orderQty }, position) => {
    const item = byId.get(itemId) ?? {};
    return [
      randomUUID(),
      _id,
      position,
      itemId,
      item['itemCode'],
      item['name'],
      item['category'],
      item['section'],
      item['orderUnit'],
      item['symbol'],
      item['num'] ?? 1,
      item['den'] ?? 1,
      orderQty * 1e6,
      item['standardCostMicro'],
      '[]',
    ];
  });
  const order = [
    _id,
    `ORD-2026-${String(number).padStart(6, '0')}`,
    'Draft',
    body.branch,
    branch.name,
    branch.kitchen,
    branch.kitchenName,
    'user',
    'User',
    at,
    at,
    body.deliveryDate,
    'Regular',
    1,
    lines.length,
    0,
    '',
  ];
  insertOrder.run(...order);
  insertLines.run(...(lines.flat() as string[]));
  insertHistory.run(_id, 'Draft', 'user', 'User', at);
  incrementCount.run(body.branch, branch.kitchen, 'Draft');
  commit.run();
  return { _id, orderNo: order[1], status: 'Draft', items: lines };
}

async function readJson(request: IncomingMessage): Promise<OrderInput> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text) as OrderInput;
}

async function respond(request: IncomingMessage): Promise<object> {
  if (request.method === 'POST') return createOrder(await readJson(request));
  const url = new URL(request.url ?? '/', 'http://bare');
  if (url.pathname.endsWith('/orders')) {
    return {
      orders: selectOrders.all(url.searchParams.get('branch') ?? '', url.searchParams.get('status') ?? ''),
    };
  }
  const id = url.pathname.split('/').at(-1) ?? '';
  return { ...selectOrder.get(id), items: selectLines.all(id), statusHistory: selectHistory.all(id) };
}

createServer((request, response) => {
  respond(request).then(
    (body) => {
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    },
    (error: unknown) => {
      response.writeHead(500).end(String(error));
    },
  );
}).listen(Number(port), '127.0.0.1', () => console.log('ready'));
