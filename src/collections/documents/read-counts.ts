import { countFields, countLineFields } from '#contract/count-fields.ts';
import type {
  AppearedItem,
  CountAsk,
  CountDue,
  CountEntry,
  CountLine,
  CountMove,
  CountProgress,
  CountTaken,
  CountUnit,
  StockCount,
} from '#contract/counts.ts';
import { quantityOf, readFields } from '#contract/document-fields.ts';
import {
  boolean,
  idOf,
  instant,
  type JsonRecord,
  list,
  number,
  record,
  reference,
  text,
  texts,
} from '#contract/tolerant.ts';
import { countQuestions } from '#domain/counts/status.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';

/** What an answer to entries says of its lines. */
export function readCountResult(row: JsonRecord): CountTaken {
  return {
    items: list(row['items'] ?? [], readLine).rows,
    newest: number(row['newest']) ?? 0,
    bookSeq: number(row['bookSeq']) ?? 0,
  };
}

/** A count, as any server may send it; null for what is none. */
export function readCount(row: JsonRecord): StockCount | null {
  const _id = idOf(row);
  if (_id === null) return null;
  const branch = reference(row['branch']);
  const place = shownNames(text(row['branchName']) ?? branch?.name ?? '', text(row['branchNameAlt']));
  return {
    ...readFields(countFields, row, {
      _id,
      number: text(row['number']) ?? _id,
      branchName: place.name,
      branchNameAlt: place.nameAlt,
      sections: texts(row['sections']),
      only: texts(row['only']),
    }),
    ...(Array.isArray(row['items']) && { items: list(row['items'], readLine).rows }),
    ...('hidden' in row && { hidden: boolean(row['hidden']) }),
    ...(row['progress'] !== undefined && { progress: readProgress(record(row['progress'])) }),
  };
}

/** A line of a count; null for what is none. */
export function readLine(row: JsonRecord): CountLine | null {
  const lineId = text(row['lineId']) ?? idOf(row);
  if (lineId === null) return null;
  const item = reference(row['itemId']);
  const names = shownNames(text(row['itemName']) ?? item?.name ?? '', text(row['itemNameAlt']));
  return readFields(countLineFields, row, {
    lineId,
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    units: list(row['units'] ?? [], readUnit).rows,
    claims: list(row['claims'] ?? [], readClaim).rows,
    asks: list(row['asks'] ?? [], readAsk).rows,
  });
}

function readUnit(row: JsonRecord): CountUnit | null {
  const _id = idOf(row);
  if (_id === null) return null;
  return {
    _id,
    symbol: text(row['symbol']) ?? '',
    num: number(row['num']) ?? 1,
    den: number(row['den']) ?? 1,
    wholeOnly: boolean(row['wholeOnly']),
  };
}

const readClaim = (row: JsonRecord): CountLine['claims'][number] => ({
  by: reference(row['by'])?.id ?? '',
  byName: text(row['byName']) ?? '',
  device: text(row['device']) ?? '',
  qty: quantityOf(row['qty']) ?? 0,
  at: instant(row['at']) ?? '',
  isAgainst: boolean(row['isAgainst']),
});

function readAsk(row: JsonRecord): CountAsk | null {
  const question = countQuestions.find((each) => each === row['question']);
  if (question === undefined) return null;
  const params = Object.entries(record(row['params'])).filter(
    (each): each is [string, string | number] => typeof each[1] === 'string' || typeof each[1] === 'number',
  );
  return { question, ...(params.length > 0 && { params: Object.fromEntries(params) }) };
}

/** How far a count is. */
export function readProgress(row: JsonRecord): CountProgress {
  return {
    status: text(row['status']) ?? '',
    version: number(row['version']) ?? 0,
    newest: number(row['newest']) ?? 0,
    bookSeq: number(row['bookSeq']) ?? 0,
    lines: number(row['lines']) ?? 0,
    counted: number(row['counted']) ?? 0,
    toPost: number(row['toPost']) ?? 0,
    asking: number(row['asking']) ?? 0,
    sections: list(row['sections'] ?? [], readSection).rows,
  };
}

const readSection = (row: JsonRecord): CountProgress['sections'][number] => ({
  section: reference(row['section'])?.id ?? null,
  name: text(row['name']),
  lines: number(row['lines']) ?? 0,
  counted: number(row['counted']) ?? 0,
  takenBy: reference(row['takenBy'])?.id ?? null,
  takenByName: text(row['takenByName']),
  takenAt: instant(row['takenAt']),
});

export function readAppearedLine(row: JsonRecord): AppearedItem | null {
  const item = reference(row['itemId']);
  if (item === null) return null;
  const names = shownNames(text(row['itemName']) ?? item.name ?? '', text(row['itemNameAlt']));
  return {
    itemId: item.id,
    itemCode: text(row['itemCode']) ?? '',
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    lot: text(row['lot']),
    expiry: text(row['expiry']),
    section: reference(row['section'])?.id ?? null,
  };
}

export function readMove(row: JsonRecord): CountMove | null {
  const [seq, qty] = [number(row['seq']), quantityOf(row['qty'])];
  if (seq === null || qty === null) return null;
  const postedAt = instant(row['postedAt']) ?? '';
  return {
    seq,
    qty,
    postedAt,
    effectiveAt: instant(row['effectiveAt']) ?? postedAt,
    kind: text(row['kind']) ?? '',
    docType: text(row['docType']) ?? '',
    docId: text(row['docId']) ?? '',
    docNo: text(row['docNo']),
    isLate: boolean(row['isLate']),
  };
}

export function readEntry(row: JsonRecord): CountEntry | null {
  const seq = number(row['seq']);
  if (seq === null) return null;
  return {
    seq,
    round: number(row['round']) ?? 0,
    mode: text(row['mode']) ?? 'set',
    qty: quantityOf(row['qty']),
    parts: list(row['parts'] ?? [], (part) => ({
      qty: quantityOf(part['qty']) ?? 0,
      unit: reference(part['unit'])?.id ?? '',
      unitSymbol: text(part['unitSymbol']) ?? '',
    })).rows,
    pieces: number(row['pieces']),
    by: reference(row['by'])?.id ?? '',
    byName: text(row['byName']) ?? '',
    device: text(row['device']) ?? '',
    at: instant(row['at']) ?? '',
    receivedAt: instant(row['receivedAt']) ?? '',
  };
}

export function readDueCount(row: JsonRecord): CountDue | null {
  const schedule = reference(row['schedule'])?.id;
  const [branch, dueAt] = [reference(row['branch'])?.id, instant(row['dueAt'])];
  if (!schedule || !branch || dueAt === null) return null;
  const under = record(row['count']);
  const countId = idOf(under);
  const names = shownNames(text(row['name']) ?? schedule, text(row['nameAlt']));
  return {
    schedule,
    ...names,
    branch,
    type: text(row['type']) ?? 'full',
    sections: texts(row['sections']),
    dueAt,
    isOverdue: boolean(row['isOverdue']),
    count:
      countId === null
        ? null
        : { _id: countId, number: text(under['number']) ?? countId, status: text(under['status']) ?? '' },
  };
}
