import { detectDecimalSeparator, readNumber } from '#core/number-text.ts';
import { foldText } from '#core/text.ts';
import type { SpreadsheetRow } from '#platform/web/spreadsheet/table.ts';
import { getCurrentNumberStyle } from '#platform/web/i18n/number-style.ts';
import type { PurchaseEntryRow } from './entry-rows.ts';

/** Reason why a row of a spreadsheet isn't added to the order. */
export type PastedRowError = 'unknown' | 'ambiguous' | 'noQuantity' | 'notWhole' | 'badPrice';

export interface PastedLines {
  lines: { packagingId: string; qty: number; price: number | null }[];
  /** Rows that aren't added, with their row number and code. */
  rejectedRows: { row: number; text: string; reason: PastedRowError }[];
}

type PackCodes = Pick<PurchaseEntryRow, 'packagingId' | 'itemId' | 'isPreferred' | 'packCodes' | 'itemCodes'>;

/** Column headings, folded. */
const quantityHeadings = /^(qty|quantity|order(ed)? ?(qty|quantity)?|menge|الكمية|كمية)$/;
const priceHeadings = /^((unit ?)?price|preis|السعر|سعر)$/;

/** Largest quantity per line that the server accepts. */
const maxQuantity = 1_000_000;

/**
 * Finds the packs ordered in rows of a spreadsheet. The code column is the one with the most known codes.
 * Quantity and price are found by their headings, otherwise in the first two other columns with numbers.
 * Quantities of the same pack are added up.
 */
export function matchPastedLines(rows: readonly SpreadsheetRow[], packs: readonly PackCodes[]): PastedLines {
  const findPacks = indexCodes(packs);
  const table = rows.map(({ row, cells }) => ({
    row,
    texts: cells.map((cell) => (cell === null ? '' : String(cell).trim())),
    cells,
  }));
  const width = Math.max(0, ...table.map(({ texts }) => texts.length));
  const columns = Array.from({ length: width }, (_, index) => index);
  const readColumn = (column: number) => {
    const decimals = detectDecimalSeparator(table.map(({ texts }) => texts[column] ?? ''));
    const mark =
      decimals === 'point' || decimals === 'comma'
        ? decimals
        : getCurrentNumberStyle().decimal === ','
          ? 'comma'
          : 'point';
    return table.map(({ cells, texts }) => {
      const cell = cells[column];
      return typeof cell === 'number' ? cell : readNumber(texts[column] ?? '', mark);
    });
  };
  const codeCounts = columns.map(
    (column) => table.filter(({ texts }) => findPacks(texts[column] ?? '').length > 0).length,
  );
  const codeColumn = Math.max(0, codeCounts.indexOf(Math.max(...codeCounts)));
  const headings = table[0]?.texts.map(foldText) ?? [];
  const hasHeadings = headings.some((heading) => quantityHeadings.test(heading));
  const numberColumns = columns.filter(
    (column) =>
      column !== codeColumn &&
      (codeCounts[column] ?? 0) * 2 <= table.length &&
      readColumn(column).some((value) => value !== null),
  );
  const [quantityColumn = -1, priceColumn = -1] = hasHeadings
    ? [quantityHeadings, priceHeadings].map((words) => headings.findIndex((heading) => words.test(heading)))
    : numberColumns;
  const [quantities, prices] = [readColumn(quantityColumn), readColumn(priceColumn)];

  const lines = new Map<string, PastedLines['lines'][number]>();
  const rejectedRows: PastedLines['rejectedRows'] = [];
  for (const [index, { row, texts }] of table.entries()) {
    if (hasHeadings && index === 0) continue;
    const text = texts[codeColumn] ?? '';
    const reject = (reason: PastedRowError) => rejectedRows.push({ row, text, reason });
    const [pack, ...others] = findPacks(text);
    const qty = quantities[index] ?? null;
    const price = prices[index] ?? null;
    if (pack === undefined) reject('unknown');
    else if (others.length > 0) reject('ambiguous');
    else if (qty === null || qty <= 0 || qty > maxQuantity) reject('noQuantity');
    else if (!Number.isInteger(qty)) reject('notWhole');
    else if ((price === null && (texts[priceColumn] ?? '') !== '') || (price ?? 0) < 0) reject('badPrice');
    else {
      const before = lines.get(pack);
      lines.set(pack, {
        packagingId: pack,
        qty: (before?.qty ?? 0) + qty,
        price: price === null ? (before?.price ?? null) : Math.round(price * 1e6) / 1e6,
      });
    }
  }
  return { lines: [...lines.values()], rejectedRows };
}

/**
 * Returns a lookup of packs by code: by their own barcode or supplier item code, otherwise by a code of their
 * item, whose preferred pack is used.
 */
function indexCodes(packs: readonly PackCodes[]): (code: string) => readonly string[] {
  const [byPack, byItem] = [new Map<string, PackCodes[]>(), new Map<string, PackCodes[]>()];
  const add = (index: Map<string, PackCodes[]>, codes: readonly string[], pack: PackCodes) => {
    for (const code of new Set(codes.map(foldText)))
      if (code !== '') index.set(code, [...(index.get(code) ?? []), pack]);
  };
  for (const pack of packs) {
    add(byPack, pack.packCodes, pack);
    add(byItem, pack.itemCodes, pack);
  }
  return (code) => {
    const folded = foldText(code);
    const matches = byPack.get(folded) ?? byItem.get(folded) ?? [];
    const preferred = matches.filter(({ isPreferred }) => isPreferred);
    return (preferred.length > 0 ? preferred : matches).map(({ packagingId }) => packagingId);
  };
}
