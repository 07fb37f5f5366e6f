import type { CountEvent, CountLinesInput } from '../input.ts';
import type { RecordedCount } from '../shapes.ts';
import { baseUnitSize, totalInUnit } from '#core/exact-totals.ts';
import { toExactOrNull, toMicro } from '#core/quantity.ts';
import { isOpenForEntries } from '../status.ts';
import { type TallyEntry, tallyEntries } from '../tally.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { unnamedLot } from '#modules/lots/lot-rules.ts';
import { insertRows, statement } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { countDocument } from './definition.ts';
import { getYearRefusal } from '#platform/documents/server/event-time.ts';
import { forbidden, invalid, problem } from '#platform/server/http/problems.ts';
import { findQuantityError, loadUnits, type UnitCatalogue } from '#modules/units/server/units.ts';
import { findOrAddLines } from './add-lines.ts';
import { isCountHiddenFrom } from './hidden.ts';
import { loadLedgerPosition } from './ledger-position.ts';
import { presentCountLines } from './lines.ts';
import { canCount } from './can-count.ts';
import { type CountHeader, type StoredCountLine, countStore } from './rows.ts';

/** An entry to be stored. */
interface NewEntry {
  event: CountEvent;
  line: StoredCountLine;
  parts: { qty: number; unit: string; unitSymbol: string }[];
  qtyMicro: number | null;
}

/**
 * Stores count entries. Entries are append-only, and a repeated one is stored once. Others can enter counts
 * concurrently: only the affected lines are locked, and the count's version doesn't change.
 *
 * @throws ApiProblem 403 for users who can't count, 409 NOT_EDITABLE if the count isn't open for entries, 422
 *   by `events.<n>.<field>`
 */
export async function enterCounts(
  ctx: CommandContext,
  id: string,
  events: readonly CountEvent[],
): Promise<RecordedCount> {
  const { tx, actor } = ctx;
  if (!canCount(actor)) throw forbidden(refusal('count-read-only'));
  const header = await lockOpenCount(ctx, id);
  const lines = await resolveLines(ctx, header, events);
  const newEvents = await findNewEvents(tx, id, events);
  const entries = await parseEntries(ctx, newEvents, lines);
  const previousEntries = await loadCountEntries(tx, [
    ...new Set([...lines.values()].map(({ lineId }) => lineId)),
  ]);
  assertRecountAllowed(header, ctx, entries, previousEntries);
  const bookSeq = await loadLedgerPosition(tx);
  await insertEntries(ctx, id, entries, bookSeq);
  const touchedLines = [...new Map(entries.map(({ line }) => [line.lineId, line])).values()];
  const entriesByLine = Map.groupBy(
    await loadCountEntries(
      tx,
      touchedLines.map(({ lineId }) => lineId),
    ),
    ({ lineId }) => lineId,
  );
  const updatedLines = touchedLines.map((line) => applyTally(line, entriesByLine.get(line.lineId) ?? []));
  assertExactTotals(updatedLines, entries, [...lines.keys()]);
  await insertRows(tx, 'stockCountLines', updatedLines, { key: ['lineId'] });
  if (updatedLines.length > 0) ctx.emit(documentEvent(countDocument, header, 'changed'));
  const returnedLines =
    updatedLines.length > 0
      ? updatedLines
      : [...new Map([...lines.values()].map((line) => [line.lineId, line])).values()];
  const lastEntrySeq = updatedLines.reduce((max, line) => Math.max(max, line.lastEntrySeq), 0);
  return {
    items: await presentCountLines(tx, header, returnedLines, await isCountHiddenFrom(tx, actor, header)),
    lastEntrySeq,
    bookSeq,
  };
}

/**
 * Adds items or lots to an open count.
 *
 * @throws ApiProblem 403, 409 if it isn't open, 422 by `items.<n>.<field>`.
 */
export async function addCountLines(
  ctx: CommandContext,
  id: string,
  items: CountLinesInput['items'],
): Promise<RecordedCount> {
  const { tx, actor } = ctx;
  if (!canCount(actor)) throw forbidden(refusal('count-read-only'));
  const header = await lockOpenCount(ctx, id);
  const requested = items.map(({ itemId, lot, expiry }, index) => ({
    itemId,
    lot: lot ?? unnamedLot,
    expiry,
    path: `items.${index}.itemId`,
  }));
  const findLine = await findOrAddLines(ctx, header, requested);
  const lines = requested.flatMap(({ itemId, lot }) => findLine(itemId, lot) ?? []);
  ctx.emit(documentEvent(countDocument, header, 'changed'));
  const returnedLines = [...new Map(lines.map((line) => [line.lineId, line])).values()];
  return {
    items: await presentCountLines(tx, header, returnedLines, await isCountHiddenFrom(tx, actor, header)),
    lastEntrySeq: 0,
    bookSeq: await loadLedgerPosition(tx),
  };
}

/** Locks an open count until the commit with a shared lock: a submission waits, other entries don't. */
export async function lockOpenCount({ tx, actor }: CommandContext, id: string): Promise<CountHeader> {
  if (tx.dialect === 'postgres')
    await tx.selectFrom('stockCounts').select('_id').where('_id', '=', id).forShare().execute();
  const { header } = await countStore.read(tx, actor, id);
  if (!isOpenForEntries(header.status))
    throw problem('NOT_EDITABLE', refusal('count-not-open', { status: header.status }), {
      details: { number: header.number, status: header.status },
    });
  return header;
}

/** Finds the lines that events refer to and adds missing ones. */
async function resolveLines(
  ctx: CommandContext,
  header: CountHeader,
  events: readonly CountEvent[],
): Promise<Map<CountEvent, StoredCountLine>> {
  const refusals: Record<string, Refusal> = {};
  events.forEach(({ lineId, itemId }, index) => {
    if ((lineId === undefined) === (itemId === undefined))
      refusals[`events.${index}.lineId`] = refusal('count-line-or-item');
  });
  throwIfRefused(refusals);
  const ids = events.flatMap(({ lineId }) => (lineId === undefined ? [] : [lineId]));
  const lotReferences = events.flatMap(({ itemId, lot, expiry }, index) =>
    itemId === undefined ? [] : [{ itemId, lot: lot ?? unnamedLot, expiry, path: `events.${index}.itemId` }],
  );
  const findLine = await findOrAddLines(ctx, header, lotReferences);
  const byId = new Map((await loadLockedLines(ctx.tx, header._id, ids)).map((line) => [line.lineId, line]));
  const lineByEvent = new Map<CountEvent, StoredCountLine>();
  events.forEach((event, index) => {
    const { lineId, itemId, lot } = event;
    const line = lineId === undefined ? findLine(itemId ?? '', lot ?? unnamedLot) : byId.get(lineId);
    if (line) lineByEvent.set(event, line);
    else refusals[`events.${index}.lineId`] = refusal('count-no-line');
  });
  throwIfRefused(refusals);
  return lineByEvent;
}

const selectLinesById = statement((db, countId: string, ids: readonly string[]) => {
  const query = db
    .selectFrom('stockCountLines')
    .selectAll()
    .where('countId', '=', countId)
    .where('lineId', 'in', ids)
    .orderBy('lineId');
  return db.dialect === 'postgres' && db.isTransaction ? query.forUpdate() : query;
});

/** Loads lines by id, locked in order until the commit. */
export const loadLockedLines = async (
  tx: Tx,
  countId: string,
  ids: readonly string[],
): Promise<StoredCountLine[]> => (ids.length === 0 ? [] : selectLinesById(tx, countId, [...new Set(ids)]));

/** Returns events whose device and sequence number are not stored yet. */
async function findNewEvents(tx: Tx, countId: string, events: readonly CountEvent[]): Promise<CountEvent[]> {
  const stored = await tx
    .selectFrom('stockCountEntries')
    .select(['device', 'deviceSeq'])
    .where('countId', '=', countId)
    .where('device', 'in', [...new Set(events.map(({ device }) => device))])
    .where('deviceSeq', 'in', [...new Set(events.map(({ seq }) => seq))])
    .execute();
  const storedKeys = new Set(stored.map(({ device, deviceSeq }) => `${deviceSeq} ${device}`));
  return events.filter(({ device, seq }) => {
    const key = `${seq} ${device}`;
    return !storedKeys.has(key) && storedKeys.add(key);
  });
}

/**
 * Parses the quantity of each event in the units of its item.
 *
 * @throws ApiProblem 422 for all events at once.
 */
async function parseEntries(
  { tx }: CommandContext,
  events: readonly CountEvent[],
  lines: ReadonlyMap<CountEvent, StoredCountLine>,
): Promise<NewEntry[]> {
  const allEvents = [...lines.keys()];
  const itemIds = [...new Set(events.map((event) => lines.get(event)?.itemId ?? ''))];
  if (itemIds.length === 0) return [];
  const units = await loadUnits(tx, itemIds);
  const refusals: Record<string, Refusal> = {};
  const entries = events.flatMap((event): NewEntry[] => {
    const line = lines.get(event);
    if (!line) return [];
    const path = `events.${allEvents.indexOf(event)}`;
    const { mode, qty, unit, parts, pieces } = event;
    if (pieces !== undefined && line.isCountedInPieces === 0)
      refusals[`${path}.pieces`] = refusal('not-counted-in-pieces', { name: line.itemName });
    if (mode === 'set' && qty === null) return [{ event, line, parts: [], qtyMicro: null }];
    const enteredParts = parts ?? (typeof qty === 'number' ? [{ qty, unit: unit ?? line.unit }] : []);
    if (enteredParts.length === 0) refusals[`${path}.qty`] = refusal('count-quantity-needed');
    const convertedParts = enteredParts.map((part, index) => {
      const field = parts ? `${path}.parts.${index}` : path;
      return measurePart(units, line, part, field, refusals);
    });
    const qtyMicro = toExactOrNull(() =>
      totalInUnit(
        baseUnitSize,
        convertedParts.flatMap((part) => (part ? [part.amount] : [])),
      ),
    );
    if (qtyMicro === null) refusals[`${path}.qty`] = beyondExactRefusal(line);
    return [{ event, line, parts: convertedParts.flatMap((part) => (part ? [part.part] : [])), qtyMicro }];
  });
  throwIfRefused(refusals);
  return entries;
}

function measurePart(
  units: UnitCatalogue,
  line: StoredCountLine,
  { qty, unit: unitId }: { qty: number; unit: string },
  field: string,
  refusals: Record<string, Refusal>,
) {
  const unit = units.find(unitId);
  const ratio = unit && units.ratio({ _id: line.itemId, baseUnit: line.unit }, unit);
  if (!unit || !ratio) {
    refusals[`${field}.unit`] = unit
      ? refusal('no-conversion', { unit: unit.symbol, item: line.itemName })
      : refusal('no-such-unit');
    return null;
  }
  const quantityRefusal = findQuantityError(qty, unit, ratio);
  if (quantityRefusal !== null) {
    refusals[`${field}.qty`] = quantityRefusal;
    return null;
  }
  const part = { qty, unit: unit._id, unitSymbol: unit.symbol };
  return { part, amount: { qtyMicro: toMicro(qty), unitNum: ratio.num, unitDen: ratio.den } };
}

/** Asserts that only lines marked for recount are counted, by a person who hasn't counted them before. */
function assertRecountAllowed(
  header: CountHeader,
  { actor }: CommandContext,
  entries: readonly NewEntry[],
  previousEntries: readonly StoredEntry[],
): void {
  if (header.status !== 'Recount') return;
  const refusals: Record<string, Refusal> = {};
  for (const { line } of entries) {
    const field = `items.${line.lineId}.countedQty`;
    if (line.isMarkedForRecount === 0)
      refusals[field] = refusal('count-not-in-recount', { item: line.itemName });
    else if (
      previousEntries.some(
        (entry) => entry.lineId === line.lineId && entry.round < line.round && entry.by === actor._id,
      )
    )
      refusals[field] = refusal('count-other-person', { item: line.itemName });
  }
  throwIfRefused(refusals);
}

/**
 * Returns the time at which an entry was counted: the time of the action plus the offset measured by the
 * device. A client's time is accepted unless it is in the future or implausible; otherwise the current time
 * is used, because users couldn't correct a device clock in the form.
 */
function computeCountedAt(
  { countedAt: clientTime, afterMs = 0 }: CountEvent,
  { now, happenedAt }: CommandContext,
): string {
  const countedAt =
    clientTime === undefined ? new Date(happenedAt.getTime() + afterMs) : new Date(clientTime);
  const at = countedAt.toISOString();
  return countedAt > now || getYearRefusal(now, 'past', at) !== null ? now.toISOString() : at;
}

async function insertEntries(
  ctx: CommandContext,
  countId: string,
  entries: readonly NewEntry[],
  bookSeq: number,
): Promise<void> {
  const { tx, actor } = ctx;
  const receivedAt = ctx.now.toISOString();
  await insertRows(
    tx,
    'stockCountEntries',
    entries.map(({ event, line, parts, qtyMicro }) => ({
      countId,
      lineId: line.lineId,
      device: event.device,
      deviceSeq: event.seq,
      by: actor._id,
      byName: actor.name,
      at: computeCountedAt(event, ctx),
      receivedAt,
      mode: event.mode,
      parts: JSON.stringify(parts),
      qtyMicro,
      pieces: event.pieces ?? null,
      round: line.round,
      lastSeenSeq: event.lastSeenSeq ?? 0,
      bookSeq: Math.min(event.bookSeq ?? bookSeq, bookSeq),
    })),
  );
}

interface StoredEntry extends TallyEntry {
  lineId: string;
  round: number;
}

const selectEntriesById = statement((db, lineIds: readonly string[]) =>
  db
    .selectFrom('stockCountEntries')
    .select([
      'seq',
      'lineId',
      'device',
      'by',
      'byName',
      'at',
      'mode',
      'qtyMicro',
      'pieces',
      'lastSeenSeq',
      'bookSeq',
      'round',
    ])
    .where('lineId', 'in', lineIds)
    .orderBy('seq'),
);

/** Loads all entries of these lines, oldest first. */
export const loadCountEntries = async (tx: Tx, lineIds: readonly string[]): Promise<StoredEntry[]> =>
  lineIds.length === 0 ? [] : selectEntriesById(tx, lineIds);

/** Updates a line from the entries of its current round. */
export function applyTally(line: StoredCountLine, entries: readonly StoredEntry[]): StoredCountLine {
  const tally = tallyEntries(entries.filter(({ round }) => round === line.round));
  const { last } = tally;
  return {
    ...line,
    countedQtyMicro: tally.countedMicro,
    pieces: tally.pieces,
    countedAt: last?.at ?? null,
    countedBy: last?.by ?? null,
    countedByName: last?.byName ?? null,
    bookSeq: last?.bookSeq ?? null,
    fromSeq: tally.fromSeq,
    claims: JSON.stringify(tally.parts),
    entries: entries.length,
    lastEntrySeq: entries.at(-1)?.seq ?? 0,
    lateMovementAnswer: null,
    answeredSeq: null,
  };
}

/**
 * Asserts that totals stay within the exact number range; the error is reported on the entry that exceeds it.
 */
function assertExactTotals(
  saved: readonly StoredCountLine[],
  entries: readonly NewEntry[],
  events: readonly CountEvent[],
): void {
  const refusals: Record<string, Refusal> = {};
  for (const line of saved) {
    if (Number.isSafeInteger(line.countedQtyMicro ?? 0)) continue;
    const last = entries.findLast((entry) => entry.line.lineId === line.lineId);
    if (last) refusals[`events.${events.indexOf(last.event)}.qty`] = beyondExactRefusal(line);
  }
  throwIfRefused(refusals);
}

const beyondExactRefusal = ({ unitSymbol }: StoredCountLine): Refusal =>
  refusal('quantity-too-large', { unit: unitSymbol });

function throwIfRefused(refusals: Record<string, Refusal>): void {
  if (Object.keys(refusals).length > 0) throw invalid(refusals);
}
