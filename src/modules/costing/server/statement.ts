import { sql } from 'kysely';
import type { BranchStatement, StatementRow } from '../shapes.ts';
import type { DocumentType } from '#platform/documents/types.ts';
import { toExactOrNull, toSafeNumber } from '#core/quantity.ts';
import { fromE4 } from '#core/money.ts';
import type { MoveKind } from '#core/move-kinds.ts';
import { holdLocation, transitLocation } from '#modules/stock/ledger-locations.ts';
import { getChargeType, chargeTypes, chargingKinds } from '#modules/transfers/statement.ts';
import { sumHighLow } from '#platform/server/db/exact-sums.ts';
import { withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { buildCsvFile } from '#platform/server/http/csv-file.ts';
import type { CsvRequest } from '#platform/server/http/csv-request.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';

interface StatementSide {
  docType: DocumentType;
  docId: string;
  kind: MoveKind;
  docNo: string | null;
  day: string;
  other: string | null;
  high: number | null;
  low: number | null;
}

const ref = (name: string) => sql.ref(name);
const billion = 1_000_000_000n;

/**
 * Loads a branch's statement by document: the value charged for goods received from other locations of the
 * business (including transit and hold), and credited for goods returned or transferred to them. Supplier
 * receipts, usage, sales and waste aren't included. Returns null if the branch doesn't exist.
 */
export async function loadBranchStatement(
  db: Queryable,
  { branch, from, to }: { branch: string; from: string; to: string },
  prefersAltName: boolean,
): Promise<BranchStatement | null> {
  const header = await db
    .selectFrom('branches')
    .select(['name', 'nameAlt'])
    .where('_id', '=', branch)
    .executeTakeFirst();
  if (!header) return null;
  const locations = sql`(${sql.join([branch, holdLocation(branch), transitLocation(branch)])})`;
  const placeName = prefersAltName
    ? sql`coalesce(${ref('b.nameAlt')}, b.name, places.name)`
    : sql`coalesce(b.name, places.name)`;
  const value = sumHighLow(ref('m.valueE4'));
  // Excludes value-only postings, which aren't charges.
  const loadSide = async (
    ownColumn: 'toPlace' | 'fromPlace',
    otherColumn: 'toPlace' | 'fromPlace',
    day: string,
  ) => {
    const { rows } = await sql<StatementSide>`
      select ${ref('m.docType')}, ${ref('m.docId')}, ${ref('m.kind')}, min(${ref('m.docNo')}) as ${ref('docNo')},
        min(${ref(day)}) as day, min(${placeName}) as other, ${value.high} as high, ${value.low} as low
      from ${sql.table('stockMoves')} as m
      join places on ${ref('places.placeId')} = ${ref(`m.${otherColumn}`)}
      left join branches as b on b.${ref('_id')} = ${ref('places.branchId')}
      where ${ref(`m.${ownColumn}`)} in ${locations} and ${ref('m.kind')} in (${sql.join(chargingKinds)})
        and ${ref(day)} >= ${from} and ${ref(day)} <= ${to} and ${ref(`m.${otherColumn}`)} not in ${locations}
        and ${ref('m.qtyMicro')} > 0
      group by ${ref('m.docType')}, ${ref('m.docId')}, ${ref('m.kind')}`.execute(db);
    return rows;
  };
  const documents = new Map<string, DocumentSum>();
  for (const [side, rows] of [
    ['charged', await loadSide('toPlace', 'fromPlace', 'm.arrivalDay')],
    ['credited', await loadSide('fromPlace', 'toPlace', 'm.businessDay')],
  ] as const)
    for await (const row of withEventLoopYields(rows)) addPosting(documents, side, row);
  const documentSums = [...documents.values()].toSorted(compareByDay);
  const { name, nameAlt } = header;
  return {
    branch,
    branchName: prefersAltName ? (nameAlt ?? name) : name,
    from,
    to,
    rows: documentSums.map(({ charged, credited, ...row }) => ({
      ...row,
      charged: toAmountOrNull(charged),
      credited: toAmountOrNull(credited),
    })),
    byType: chargeTypes.flatMap((type) => {
      const typeDocuments = documentSums.filter((row) => row.type === type);
      return typeDocuments.length === 0
        ? []
        : [{ type, documents: typeDocuments.length, ...totalDocuments(typeDocuments) }];
    }),
    totals: totalDocuments(documentSums),
  };
}

interface DocumentSum extends Omit<StatementRow, 'charged' | 'credited'> {
  charged: bigint;
  credited: bigint;
}

function addPosting(
  documents: Map<string, DocumentSum>,
  side: 'charged' | 'credited',
  row: StatementSide,
): void {
  const { docType, docId, docNo, day } = row;
  const type = getChargeType(docType, row.kind);
  const key = `${type} ${docType} ${docId}`;
  const documentSum = documents.get(key) ?? {
    type,
    docType,
    docId,
    docNo,
    day,
    otherName: row.other ?? '',
    charged: 0n,
    credited: 0n,
  };
  documentSum[side] += BigInt(row.high ?? 0) * billion + BigInt(row.low ?? 0);
  if (day < documentSum.day) documentSum.day = day;
  documents.set(key, documentSum);
}

const compareByDay = (a: DocumentSum, b: DocumentSum): number => {
  const [left, right] = [a, b].map(({ day, docNo, docId, type }) => `${day} ${docNo ?? ''} ${docId} ${type}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
};

/** Converts an amount to JSON; null if it is too large to be exact. */
const toAmountOrNull = (sumE4: bigint): number | null => {
  const exact = toExactOrNull(() => toSafeNumber(sumE4));
  return exact === null ? null : fromE4(exact);
};

function totalDocuments(rows: readonly DocumentSum[]) {
  const charged = rows.reduce((sum, row) => sum + row.charged, 0n);
  const credited = rows.reduce((sum, row) => sum + row.credited, 0n);
  return {
    charged: toAmountOrNull(charged),
    credited: toAmountOrNull(credited),
    net: toAmountOrNull(charged - credited),
  };
}

/** Builds the statement as CSV, one line per document. */
export const buildStatementCsv = ({ from, to, rows }: BranchStatement, request: CsvRequest): RouteResponse =>
  buildCsvFile(
    `statement-${from}-${to}`,
    ['day', 'type', 'docType', 'docNo', 'otherName', 'charged', 'credited'],
    rows,
    request,
  );
