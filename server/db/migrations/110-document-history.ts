import { appendOnly, type MigrationDb, optionalTexts, sequenced, texts } from './columns.ts';

/** Documents read at once. */
const batch = 1000;
/** Steps written with one statement. */
const written = 300;

type Row = Record<string, string | null>;

/** One step of a life that was led before it was kept. */
interface Step {
  docType: string;
  docId: string;
  from: string | null;
  to: string;
  verb: string | null;
  by: string;
  byName: string;
  at: string;
}

/**
 * The steps of every document's life, but of orders, which have theirs. Waste records and discrepancies of before get what
 * is known of them: when they were made, posted, posted anew, taken back or resolved, and by whom, as the ledger and they say.
 */
export async function up(db: MigrationDb): Promise<void> {
  const table = texts(sequenced(db, 'documentHistory'), 'docType', 'docId', 'to', 'by', 'byName', 'at');
  await optionalTexts(table, 'from', 'verb', 'reason', 'reasonCode', 'reasonNote').execute();
  await db.schema
    .createIndex('documentHistory_docId_seq')
    .on('documentHistory')
    .columns(['docId', 'seq'])
    .execute();
  const users = (await db.selectFrom('users').select(['_id', 'name']).execute()) as Row[];
  const names = new Map(users.map(({ _id, name }) => [_id, name]));
  const nameOf = (id: string) => names.get(id) ?? '';
  await eachBatch(db, 'wastage', async (rows) => {
    const moves = await rowsOf(db, 'stockMoves', 'docId', rows);
    const byRecord = Map.groupBy(moves, ({ docId }) => docId);
    return rows.flatMap((row) => wasteSteps(row, byRecord.get(row['_id'] as string) ?? [], nameOf));
  });
  await eachBatch(db, 'discrepancies', async (rows) => {
    const steps = await rowsOf(db, 'orderHistory', 'orderId', rows, 'orderId');
    const receipts = Map.groupBy(
      steps.filter(({ to }) => to === 'Received'),
      ({ orderId }) => orderId,
    );
    return rows.flatMap((row) => discrepancySteps(row, receipts.get(row['orderId'] as string) ?? []));
  });
  await appendOnly(db, 'documentHistory');
}

async function eachBatch(db: MigrationDb, table: string, stepsOf: (rows: Row[]) => Promise<Step[]>) {
  for (let after = ''; ; ) {
    const rows = (await db
      .selectFrom(table)
      .selectAll()
      .where('_id', '>', after)
      .orderBy('_id')
      .limit(batch)
      .execute()) as Row[];
    const last = rows.at(-1);
    if (!last) return;
    const steps = await stepsOf(rows);
    for (let from = 0; from < steps.length; from += written)
      await db
        .insertInto('documentHistory')
        .values(steps.slice(from, from + written) as never)
        .execute();
    after = last['_id'] as string;
  }
}

async function rowsOf(db: MigrationDb, table: string, column: string, of: readonly Row[], key = '_id') {
  const ids = of.map((row) => row[key]);
  const rows = db.selectFrom(table).selectAll().where(column, 'in', ids).orderBy('seq');
  return (await rows.execute()) as Row[];
}

/** Every posting begins a cycle: the first is the posting, each later one a change; a cycle that only takes back ends it. */
function wasteSteps(row: Row, moves: readonly Row[], nameOf: (id: string) => string): Step[] {
  const [docId, madeAt, status] = [row['_id'], row['createdAt'], row['status']] as [string, string, string];
  const step = (from: string | null, to: string, verb: string | null, at: string, by: string): Step => {
    const byName = by === row['userId'] ? (row['userName'] ?? '') : nameOf(by);
    return { docType: 'wastage', docId, from, to, verb, at, by, byName };
  };
  const cycles = [...Map.groupBy(moves, ({ cycle }) => cycle).values()];
  const postings = cycles.flatMap((cycle) =>
    cycle.filter((move) => move['reversesSeq'] === null).slice(0, 1),
  );
  const [first] = postings;
  const wasDraft = first ? first['postedAt'] !== madeAt : status === 'Draft' || status === 'Pending Approval';
  const later = postings.slice(wasDraft ? 0 : 1).map((move, at) => {
    const isPosting = wasDraft && at === 0;
    const [from, verb] = isPosting ? ['Draft', 'post'] : ['Posted', 'edit'];
    return step(from, 'Posted', verb, move['postedAt'] ?? '', move['userId'] ?? '');
  });
  const end = cycles.at(-1)?.[0];
  const [endedAt, endedBy] = end ? [end['postedAt'], end['userId']] : [row['updatedAt'], ''];
  return [
    step(null, wasDraft ? 'Draft' : 'Posted', null, madeAt, row['userId'] ?? ''),
    ...later,
    ...(status === 'Reversed' ? [step('Posted', 'Reversed', 'take back', endedAt ?? '', endedBy ?? '')] : []),
  ];
}

/** Whoever entered the receipt has opened it. */
function discrepancySteps(row: Row, receipts: readonly Row[]): Step[] {
  const opened = receipts.find(({ at }) => at === row['createdAt']) ?? receipts.at(-1);
  const common = { docType: 'discrepancy', docId: row['_id'] as string };
  const made = { from: null, to: 'Open', verb: null, at: row['createdAt'] as string };
  const steps: Step[] = [{ ...common, ...made, by: opened?.['by'] ?? '', byName: opened?.['byName'] ?? '' }];
  if (row['status'] === 'Resolved')
    steps.push({
      ...common,
      from: 'Open',
      to: 'Resolved',
      verb: row['action'] ?? null,
      at: row['at'] ?? row['updatedAt'] ?? '',
      by: row['by'] ?? '',
      byName: row['byName'] ?? '',
    });
  return steps;
}
