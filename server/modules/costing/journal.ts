import { sql } from 'kysely';
import type { Journal } from '#contract/costing.ts';
import { csvMark, csvRow } from '#domain/csv.ts';
import type { DocumentType } from '#domain/documents/types.ts';
import {
  type AccountRule,
  type JournalDocument,
  type JournalEnd,
  type JournalMove,
  journalOf,
} from '#domain/journal/journal.ts';
import { fromE4 } from '#domain/money.ts';
import { exactly, toSafeNumber } from '#domain/quantity.ts';
import { type MoveKind, moveKinds } from '#domain/stock/kinds.ts';
import { isVirtual } from '#domain/stock/places.ts';
import { sumInHalves } from '../../db/exact-sums.ts';
import { inTurns } from '../../db/many-rows.ts';
import type { Queryable } from '../../db/types.ts';
import type { Answer } from '../../http/route.ts';

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
const outside = ['supplier', 'wastage', 'production', 'adjustment', 'consumption'] as const;

/**
 * What was posted in a period, by document, kind, category and places: looked up by places, kinds and days. SQLite is kept from going
 * through all that ever moved of every item instead.
 */
async function movesIn(db: Queryable, from: string, to: string): Promise<JournalMove[]> {
  const places = await db.selectFrom('places').select(['placeId', 'branchId']).execute();
  const ownerOf = new Map(places.map(({ placeId, branchId }) => [placeId, branchId ?? placeId]));
  const begin = [...ownerOf.keys(), ...outside];
  const worth = sumInHalves(ref('m.valueE4'));
  const { rows } = await sql<Row>`
    select ${ref('m.docType')}, ${ref('m.docId')}, ${ref('m.kind')}, ${ref('m.fromPlace')}, ${ref('m.toPlace')},
      i.category, min(${ref('m.docNo')}) as ${ref('docNo')}, min(${ref('m.businessDay')}) as day,
      ${worth.high} as high, ${worth.low} as low
    from ${sql.table('stockMoves')} as m cross join items as i
    where i.${ref('_id')} = ${ref('m.itemId')} and ${ref('m.fromPlace')} in (${sql.join(begin)}) and ${ref('m.kind')} in (${sql.join(Object.keys(moveKinds))})
      and ${ref('m.businessDay')} >= ${from} and ${ref('m.businessDay')} <= ${to}
    group by ${ref('m.docType')}, ${ref('m.docId')}, ${ref('m.kind')}, ${ref('m.fromPlace')}, ${ref('m.toPlace')}, i.category`.execute(
    db,
  );
  const moves: JournalMove[] = [];
  for await (const { fromPlace, toPlace, high, low, ...row } of inTurns(rows)) {
    const own = [fromPlace, toPlace].map((place) => ownerOf.get(place));
    const end = (place: string): JournalEnd =>
      isVirtual(place)
        ? { side: place, place: own.find((each) => each !== undefined) ?? null }
        : { side: 'stock', place: ownerOf.get(place) ?? null };
    const valueE4 = BigInt(high ?? 0) * billion + BigInt(low ?? 0);
    moves.push({ ...row, from: end(fromPlace), to: end(toPlace), valueE4 });
  }
  return moves;
}

/** As it travels; null beyond exact numbers. */
const told = (sumE4: bigint): number | null => {
  const exact = exactly(() => toSafeNumber(sumE4));
  return exact === null ? null : fromE4(exact);
};

/** The journal of a period with all its lines, by day and number of the document. */
export async function journalIn(
  db: Queryable,
  { from, to }: { from: string; to: string },
  rules: readonly AccountRule[],
): Promise<Journal> {
  const { documents, missing } = journalOf(await movesIn(db, from, to), rules);
  const inOrder = documents.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = inOrder.flatMap(({ lines, ...document }) =>
    lines.map(({ account, debitE4, creditE4 }) => ({
      ...document,
      account,
      debit: told(debitE4),
      credit: told(creditE4),
    })),
  );
  const sum = (side: 'debitE4' | 'creditE4') =>
    told(documents.reduce((all, { lines }) => lines.reduce((some, line) => some + line[side], all), 0n));
  return {
    from,
    to,
    total: rows.length,
    debit: sum('debitE4'),
    credit: sum('creditE4'),
    rows,
    missing: missing.map(({ valueE4, ...about }) => ({ ...about, value: told(valueE4) })),
  };
}

const keyOf = ({ day, docNo, docType, docId }: JournalDocument) =>
  `${day} ${docNo ?? ''} ${docType} ${docId}`;

/** All lines as a file; what has no account has an empty one. */
export function journalFile({ from, to, rows }: Journal, hasHead: boolean): Answer {
  const head = ['day', 'docType', 'docNo', 'account', 'debit', 'credit'] as const;
  const lines = [
    ...(hasHead ? [csvRow(head)] : []),
    ...rows.map((row) => csvRow(head.map((key) => row[key]))),
  ];
  return {
    status: 200,
    headers: {
      'content-type': `text/csv; charset=UTF-8; header=${hasHead ? 'present' : 'absent'}`,
      'content-disposition': `attachment; filename="journal-${from}-${to}.csv"`,
    },
    respond: () => new Response(`${csvMark}${lines.join('\r\n')}\r\n`),
  };
}
