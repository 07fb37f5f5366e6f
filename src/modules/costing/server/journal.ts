import { sql } from 'kysely';
import type { Journal } from '../shapes.ts';
import { type DayRange, countDays } from '#core/periods.ts';
import type { DocumentType } from '#platform/documents/types.ts';
import { type AccountRule, JournalBuilder, type JournalEnd, type JournalMove } from '../journal.ts';
import { fromE4 } from '#core/money.ts';
import { toExactOrNull, toSafeNumber } from '#core/quantity.ts';
import { type MoveKind, moveKinds } from '#core/move-kinds.ts';
import { isVirtualLocation } from '#modules/stock/ledger-locations.ts';
import { addDays } from '#core/day.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { buildCsvFile } from '#platform/server/http/csv-file.ts';
import type { CsvRequest } from '#platform/server/http/csv-request.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';

interface Row {
  docType: DocumentType;
  docId: string;
  docNo: string | null;
  day: string;
  kind: MoveKind;
  category: string | null;
  fromPlace: string;
  toPlace: string;
  high: number | null;
  low: number | null;
}

const ref = (name: string) => sql.ref(name);
const billion = 1_000_000_000n;
const virtualPlaces = ['supplier', 'wastage', 'production', 'adjustment', 'consumption'] as const;

/** Locations per statement. On SQLite a statement blocks all other requests. */
const placesPerStatement = 50;

/** Maximum number of reads; a longer period is read several days at a time. */
const maxReads = 400;

/**
 * Splits a period into consecutive parts: one per day, or longer ones so that there are at most `maxReads`.
 */
function splitPeriod({ from, to }: DayRange): DayRange[] {
  const days = countDays({ from, to });
  const length = Math.ceil(days / maxReads);
  return Array.from({ length: Math.max(0, Math.ceil(days / length)) }, (_, index) => {
    const [first, last] = [addDays(from, index * length), addDays(from, (index + 1) * length - 1)];
    return { from: first, to: last < to ? last : to };
  });
}

/** Loads the postings of a period by document, kind, category and locations, yielding between chunks. */
async function loadMoves(db: Queryable, from: string, to: string): Promise<JournalMove[]> {
  const places = await db.selectFrom('places').select(['placeId', 'branchId']).execute();
  const ownerByPlace = new Map(places.map(({ placeId, branchId }) => [placeId, branchId ?? placeId]));
  const toJournalEnd = (place: string, owners: readonly (string | undefined)[]): JournalEnd =>
    isVirtualLocation(place)
      ? { side: place, place: owners.find((owner) => owner !== undefined) ?? null }
      : { side: 'stock', place: ownerByPlace.get(place) ?? null };
  const placeChunks = chunks([...ownerByPlace.keys(), ...virtualPlaces], placesPerStatement);
  const queries = splitPeriod({ from, to }).flatMap((days) =>
    placeChunks.map((placeIds) => ({ ...days, placeIds })),
  );
  const moves = new Map<string, JournalMove>();
  for await (const { placeIds, ...days } of withEventLoopYields(queries))
    for await (const { fromPlace, toPlace, high, low, ...row } of withEventLoopYields(
      await loadMoveRows(db, placeIds, days),
    )) {
      const valueE4 = BigInt(high ?? 0) * billion + BigInt(low ?? 0);
      const key = `${row.docType} ${row.docId} ${row.kind} ${fromPlace} ${toPlace} ${row.category}`;
      const existing = moves.get(key);
      if (existing) existing.valueE4 += valueE4;
      else {
        const owners = [fromPlace, toPlace].map((place) => ownerByPlace.get(place));
        const [fromEnd, toEnd] = [toJournalEnd(fromPlace, owners), toJournalEnd(toPlace, owners)];
        moves.set(key, { ...row, from: fromEnd, to: toEnd, valueE4 });
      }
    }
  return [...moves.values()];
}

/**
 * Loads postings from some locations on some days, using the index on location, kind and day. `cross join`
 * prevents SQLite from scanning all movements of every item.
 */
async function loadMoveRows(
  db: Queryable,
  places: readonly string[],
  { from, to }: DayRange,
): Promise<Row[]> {
  const value = sumHighLow(ref('m.valueE4'));
  const { rows } = await sql<Row>`
    select ${ref('m.docType')}, ${ref('m.docId')}, ${ref('m.kind')}, ${ref('m.fromPlace')}, ${ref('m.toPlace')},
      i.category, min(${ref('m.docNo')}) as ${ref('docNo')}, min(${ref('m.businessDay')}) as day,
      ${value.high} as high, ${value.low} as low
    from ${sql.table('stockMoves')} as m cross join items as i
    where i.${ref('_id')} = ${ref('m.itemId')} and ${ref('m.fromPlace')} in (${sql.join(places)}) and ${ref('m.kind')} in (${sql.join(Object.keys(moveKinds))})
      and ${ref('m.businessDay')} >= ${from} and ${ref('m.businessDay')} <= ${to}
    group by ${ref('m.docType')}, ${ref('m.docId')}, ${ref('m.kind')}, ${ref('m.fromPlace')}, ${ref('m.toPlace')}, i.category`.execute(
    db,
  );
  return rows;
}

/** Converts an amount to JSON; null if it is too large to be exact. */
const toAmountOrNull = (sumE4: bigint): number | null => {
  const exact = toExactOrNull(() => toSafeNumber(sumE4));
  return exact === null ? null : fromE4(exact);
};

/** Range of journal lines to return. */
type LineRange = { from: number; to: number };

/** Loads the journal of a period with a range of its lines, by day and document number. */
export async function loadJournal(
  db: Queryable,
  { from, to }: DayRange,
  rules: readonly AccountRule[],
  lines: LineRange,
): Promise<Journal> {
  const builder = new JournalBuilder(rules);
  for await (const move of withEventLoopYields(await loadMoves(db, from, to))) builder.enter(move);
  const rows: Journal['rows'] = [];
  const totals = { total: 0, debitE4: 0n, creditE4: 0n };
  for await (const { lines: documentLines, ...document } of withEventLoopYields(builder.documents))
    for (const { account, debitE4, creditE4 } of documentLines) {
      if (totals.total >= lines.from && totals.total < lines.to)
        rows.push({ ...document, account, debit: toAmountOrNull(debitE4), credit: toAmountOrNull(creditE4) });
      totals.total += 1;
      totals.debitE4 += debitE4;
      totals.creditE4 += creditE4;
    }
  return {
    from,
    to,
    total: totals.total,
    debit: toAmountOrNull(totals.debitE4),
    credit: toAmountOrNull(totals.creditE4),
    rows,
    missing: builder.missing.map(({ valueE4, ...combination }) => ({
      ...combination,
      value: toAmountOrNull(valueE4),
    })),
  };
}

/** Returns all lines as CSV; the account is empty if no rule applies. */
export const buildJournalCsv = ({ from, to, rows }: Journal, request: CsvRequest): RouteResponse =>
  buildCsvFile(
    `journal-${from}-${to}`,
    ['day', 'docType', 'docNo', 'account', 'debit', 'credit'],
    rows,
    request,
  );
