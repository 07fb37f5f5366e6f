import {
  countFields,
  countLine,
  type CountLinePrompt,
  type CountLine,
  type CountProgress,
  type RecordedCount,
  type CountUnit,
  type StockCount,
} from '#contract/shapes/counts.ts';
import type { AppearedItem, CountDue, CountEntry, CountMove } from '#contract/counts.ts';
import { readQuantity, readFields } from '#contract/read-shape.ts';
import {
  readBoolean,
  readId,
  readInstant,
  type JsonRecord,
  parseList,
  readNumberValue,
  readRecord,
  readReference,
  readText,
  readTexts,
} from '#contract/tolerant.ts';
import { countQuestions } from '#domain/counts/status.ts';
import { shownNames } from '#src/lib/i18n/shown-names.ts';

/** Reads the response to count entries. */
export function readCountResult(row: JsonRecord): RecordedCount {
  return {
    items: parseList(row['items'] ?? [], readLine).rows,
    newest: readNumberValue(row['newest']) ?? 0,
    bookSeq: readNumberValue(row['bookSeq']) ?? 0,
  };
}

/** Reads a count, as any server may send it; null for anything else. */
export function readCount(row: JsonRecord): StockCount | null {
  const _id = readId(row);
  if (_id === null) return null;
  const branch = readReference(row['branch']);
  const place = shownNames(readText(row['branchName']) ?? branch?.name ?? '', readText(row['branchNameAlt']));
  return {
    ...readFields(countFields, row, {
      _id,
      number: readText(row['number']) ?? _id,
      branchName: place.name,
      branchNameAlt: place.nameAlt,
      sections: readTexts(row['sections']),
      only: readTexts(row['only']),
    }),
    ...(Array.isArray(row['items']) && { items: parseList(row['items'], readLine).rows }),
    ...('hidden' in row && { hidden: readBoolean(row['hidden']) }),
    ...(row['progress'] !== undefined && { progress: readProgress(readRecord(row['progress'])) }),
  };
}

/** Reads a line of a count; null for anything else. */
export function readLine(row: JsonRecord): CountLine | null {
  const lineId = readText(row['lineId']) ?? readId(row);
  if (lineId === null) return null;
  const item = readReference(row['itemId']);
  const names = shownNames(readText(row['itemName']) ?? item?.name ?? '', readText(row['itemNameAlt']));
  return readFields(countLine, row, {
    lineId,
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    units: parseList(row['units'] ?? [], readUnit).rows,
    claims: parseList(row['claims'] ?? [], readClaim).rows,
    asks: parseList(row['asks'] ?? [], readAsk).rows,
  });
}

function readUnit(row: JsonRecord): CountUnit | null {
  const _id = readId(row);
  if (_id === null) return null;
  return {
    _id,
    symbol: readText(row['symbol']) ?? '',
    num: readNumberValue(row['num']) ?? 1,
    den: readNumberValue(row['den']) ?? 1,
    wholeOnly: readBoolean(row['wholeOnly']),
  };
}

const readClaim = (row: JsonRecord): CountLine['claims'][number] => ({
  by: readReference(row['by'])?.id ?? '',
  byName: readText(row['byName']) ?? '',
  device: readText(row['device']) ?? '',
  qty: readQuantity(row['qty']) ?? 0,
  at: readInstant(row['at']) ?? '',
  isAgainst: readBoolean(row['isAgainst']),
});

function readAsk(row: JsonRecord): CountLinePrompt | null {
  const question = countQuestions.find((each) => each === row['question']);
  if (question === undefined) return null;
  const params = Object.entries(readRecord(row['params'])).filter(
    (each): each is [string, string | number] => typeof each[1] === 'string' || typeof each[1] === 'number',
  );
  return { question, ...(params.length > 0 && { params: Object.fromEntries(params) }) };
}

/** Reads the progress of a count. */
export function readProgress(row: JsonRecord): CountProgress {
  return {
    status: readText(row['status']) ?? '',
    version: readNumberValue(row['version']) ?? 0,
    newest: readNumberValue(row['newest']) ?? 0,
    bookSeq: readNumberValue(row['bookSeq']) ?? 0,
    lines: readNumberValue(row['lines']) ?? 0,
    counted: readNumberValue(row['counted']) ?? 0,
    toPost: readNumberValue(row['toPost']) ?? 0,
    asking: readNumberValue(row['asking']) ?? 0,
    sections: parseList(row['sections'] ?? [], readSection).rows,
  };
}

const readSection = (row: JsonRecord): CountProgress['sections'][number] => ({
  section: readReference(row['section'])?.id ?? null,
  name: readText(row['name']),
  lines: readNumberValue(row['lines']) ?? 0,
  counted: readNumberValue(row['counted']) ?? 0,
  takenBy: readReference(row['takenBy'])?.id ?? null,
  takenByName: readText(row['takenByName']),
  takenAt: readInstant(row['takenAt']),
});

export function readAppearedLine(row: JsonRecord): AppearedItem | null {
  const item = readReference(row['itemId']);
  if (item === null) return null;
  const names = shownNames(readText(row['itemName']) ?? item.name ?? '', readText(row['itemNameAlt']));
  return {
    itemId: item.id,
    itemCode: readText(row['itemCode']) ?? '',
    itemName: names.name,
    itemNameAlt: names.nameAlt,
    lot: readText(row['lot']),
    expiry: readText(row['expiry']),
    section: readReference(row['section'])?.id ?? null,
  };
}

export function readMove(row: JsonRecord): CountMove | null {
  const [seq, qty] = [readNumberValue(row['seq']), readQuantity(row['qty'])];
  if (seq === null || qty === null) return null;
  const postedAt = readInstant(row['postedAt']) ?? '';
  return {
    seq,
    qty,
    postedAt,
    effectiveAt: readInstant(row['effectiveAt']) ?? postedAt,
    kind: readText(row['kind']) ?? '',
    docType: readText(row['docType']) ?? '',
    docId: readText(row['docId']) ?? '',
    docNo: readText(row['docNo']),
    isLate: readBoolean(row['isLate']),
  };
}

export function readEntry(row: JsonRecord): CountEntry | null {
  const seq = readNumberValue(row['seq']);
  if (seq === null) return null;
  return {
    seq,
    round: readNumberValue(row['round']) ?? 0,
    mode: readText(row['mode']) ?? 'set',
    qty: readQuantity(row['qty']),
    parts: parseList(row['parts'] ?? [], (part) => ({
      qty: readQuantity(part['qty']) ?? 0,
      unit: readReference(part['unit'])?.id ?? '',
      unitSymbol: readText(part['unitSymbol']) ?? '',
    })).rows,
    pieces: readNumberValue(row['pieces']),
    by: readReference(row['by'])?.id ?? '',
    byName: readText(row['byName']) ?? '',
    device: readText(row['device']) ?? '',
    at: readInstant(row['at']) ?? '',
    receivedAt: readInstant(row['receivedAt']) ?? '',
  };
}

export function readDueCount(row: JsonRecord): CountDue | null {
  const schedule = readReference(row['schedule'])?.id;
  const [branch, dueAt] = [readReference(row['branch'])?.id, readInstant(row['dueAt'])];
  if (!schedule || !branch || dueAt === null) return null;
  const under = readRecord(row['count']);
  const countId = readId(under);
  const names = shownNames(readText(row['name']) ?? schedule, readText(row['nameAlt']));
  return {
    schedule,
    ...names,
    branch,
    type: readText(row['type']) ?? 'full',
    sections: readTexts(row['sections']),
    dueAt,
    isOverdue: readBoolean(row['isOverdue']),
    count:
      countId === null
        ? null
        : {
            _id: countId,
            number: readText(under['number']) ?? countId,
            status: readText(under['status']) ?? '',
          },
  };
}
