import { unnamedLot } from '#modules/lots/lot-rules.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { sql } from 'kysely';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { assertPlausibleExpiries } from '#modules/stock/server/expiry-checks.ts';
import { loadLotItems } from '#modules/stock/server/lot-book.ts';
import type { CountHeader, StoredCountLine } from './rows.ts';
import { loadCountableItems, newCountLine } from './start.ts';

/** A requested item or lot. */
interface RequestedLine {
  itemId: string;
  lot: string;
  expiry?: string | undefined;
  /** The request field that contains it. */
  path: string;
}

/**
 * Returns the lines of these items and lots in an open count, locked until the commit; missing lines are
 * added at the end. Concurrent requests for the same item return the same line.
 *
 * @throws ApiProblem 422 for an item or lot that can't be counted.
 */
export async function findOrAddLines(
  ctx: CommandContext,
  header: CountHeader,
  requested: readonly RequestedLine[],
): Promise<(itemId: string, lot: string) => StoredCountLine | undefined> {
  const { tx, now } = ctx;
  if (requested.length === 0) return () => undefined;
  const itemIds = [...new Set(requested.map(({ itemId }) => itemId))];
  const loadLines = () =>
    tx
      .selectFrom('stockCountLines')
      .selectAll()
      .where('countId', '=', header._id)
      .where('itemId', 'in', itemIds)
      .orderBy('lineId')
      .$call(tx.lock)
      .execute();
  const find = (lines: readonly StoredCountLine[], itemId: string, lot: string) =>
    lines.find((line) => line.itemId === itemId && line.lot === lot);
  const existingLines = await loadLines();
  const missingLines = requested.filter(({ itemId, lot }) => !find(existingLines, itemId, lot));
  if (missingLines.length === 0) return (itemId, lot) => find(existingLines, itemId, lot);
  const items = new Map(
    (await loadCountableItems(tx, header.branch, { itemIds })).map((item) => [item.itemId, item]),
  );
  const lots = await loadLotItems(tx, itemIds);
  const refusals: Record<string, Refusal> = {};
  for (const { itemId, lot, path } of missingLines) {
    const item = items.get(itemId);
    if (!item) refusals[path] = refusal('no-such-item');
    else if (lot !== unnamedLot && !lots.has(itemId))
      refusals[path.replace(/itemId$/, 'lot')] = refusal('not-tracked-by-lot', { item: item.itemName });
  }
  if (Object.keys(refusals).length > 0) throw invalid(refusals);
  await assertPlausibleExpiries(
    tx,
    now,
    missingLines.map(({ itemId, expiry, path }) => ({
      itemId,
      expiry,
      field: path.replace(/itemId$/, 'expiry'),
    })),
  );
  const distinctLines = [
    ...new Map(missingLines.map((line) => [`${line.itemId} ${line.lot}`, line])).values(),
  ];
  const getExpiry = await loadLotExpiries(ctx, distinctLines);
  const rows = distinctLines.flatMap((line) => {
    const item = items.get(line.itemId);
    if (!item) return [];
    const expiry = getExpiry(line.itemId, line.lot) ?? line.expiry ?? null;
    return [
      {
        lineId: newId({ now: () => now }),
        countId: header._id,
        // After all lines of its section: lines are listed by section.
        position: header.lineCount + 1,
        ...newCountLine(item, { lot: line.lot, expiry }, lots.has(line.itemId)),
        isAdded: 1,
        // Lines added during a recount are counted with it.
        isMarkedForRecount: header.status === 'Recount' ? 1 : 0,
      },
    ];
  });
  const [first] = rows;
  if (first) {
    const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)));
    const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`));
    await sql`insert into ${sql.table('stockCountLines')} (${columns}) values ${values}
      on conflict (${sql.ref('countId')}, ${sql.ref('itemId')}, ${sql.ref('lot')}) do nothing`.execute(tx);
  }
  const lines = await loadLines();
  return (itemId, lot) => find(lines, itemId, lot);
}

/** Loads the known expiry dates of lots, which override entered ones. */
async function loadLotExpiries({ tx }: CommandContext, requested: readonly RequestedLine[]) {
  const withLot = requested.filter(({ lot }) => lot !== unnamedLot);
  if (withLot.length === 0) return () => undefined;
  const rows = await tx
    .selectFrom('lots')
    .select(['itemId', 'code', 'expiry'])
    .where(
      'itemId',
      'in',
      withLot.map(({ itemId }) => itemId),
    )
    .where(
      'code',
      'in',
      withLot.map(({ lot }) => lot),
    )
    .execute();
  return (itemId: string, lot: string) =>
    rows.find((row) => row.itemId === itemId && row.code === lot)?.expiry;
}
