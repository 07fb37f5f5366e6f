import type { ImportFormat } from '#contract/imports/format.ts';
import { readDate } from '#contract/imports/read-scalars.ts';
import { type SaleField, saleFields, type SaleLayout, type SalesInput } from '#contract/sales.ts';
import { readNumber } from '#domain/number-text.ts';
import { foldText } from '#domain/text.ts';
import type { FileTable, TableCell, TableRow } from '#src/lib/spreadsheet/table.ts';

/** What a till calls what we need: in one file or another, by what it is. */
const headings: Readonly<Record<SaleField, readonly string[]>> = {
  day: [
    'day',
    'date',
    'business date',
    'order date',
    'sent date',
    'sale date',
    'datum',
    'tag',
    'verkaufsdatum',
    'jour',
    'fecha',
    'dia',
    'التاريخ',
    'اليوم',
    'تاريخ العمل',
  ],
  branch: [
    'branch',
    'location',
    'store',
    'shop',
    'outlet',
    'restaurant',
    'filiale',
    'standort',
    'betrieb',
    'magasin',
    'tienda',
    'sucursal',
    'الفرع',
    'فرع',
  ],
  code: [
    'code',
    'sku',
    'plu',
    'article',
    'article no',
    'article number',
    'item code',
    'item id',
    'master id',
    'product code',
    'artikelnummer',
    'artikelnr',
    'artikel-nr',
    'artikel nr',
    'référence',
    'codigo',
    'الرمز',
    'رمز الصنف',
    'كود',
  ],
  name: [
    'name',
    'item',
    'item name',
    'menu item',
    'product',
    'product name',
    'product title',
    'description',
    'artikel',
    'bezeichnung',
    'produit',
    'producto',
    'الصنف',
    'اسم الصنف',
    'المنتج',
    'الاسم',
  ],
  qty: [
    'qty',
    'quantity',
    'item qty',
    'items sold',
    'sold',
    'net quantity',
    'count',
    'menge',
    'anzahl',
    'quantité',
    'cantidad',
    'الكمية',
    'العدد',
  ],
  net: [
    'net',
    'net sales',
    'net amount',
    'net price',
    'net total',
    'net revenue',
    'netto',
    'nettoumsatz',
    'umsatz netto',
    'ca ht',
    'montant ht',
    'neto',
    'ventas netas',
    'الصافي',
    'صافي المبيعات',
    'المبلغ الصافي',
  ],
};

/** Columns of the item exports of tills that many businesses have. */
export const tillPresets: Readonly<Record<string, Partial<Record<SaleField, string>>>> = {
  Square: { day: 'Date', branch: 'Location', code: 'SKU', name: 'Item', qty: 'Qty', net: 'Net Sales' },
  Toast: {
    day: 'Order Date',
    branch: 'Location',
    code: 'Item Id',
    name: 'Menu Item',
    qty: 'Qty',
    net: 'Net Price',
  },
  Loyverse: { code: 'SKU', name: 'Item name', qty: 'Items sold', net: 'Net sales' },
  Shopify: {
    day: 'Day',
    code: 'Product variant SKU',
    name: 'Product title',
    qty: 'Net quantity',
    net: 'Net sales',
  },
};

/** Which column of a file is what, by its place. */
export type Columns = Partial<Record<SaleField, number>>;

const plain = (heading: string): string =>
  foldText(heading)
    .replace(/[._:]+/g, ' ')
    .trim();

/** The columns of a file: as they were kept for its till, or else by what they are called. */
export function columnsOf(head: readonly string[], kept?: Partial<Record<SaleField, string>>): Columns {
  const all = head.map(plain);
  const columns: Columns = {};
  for (const field of saleFields) {
    const own = kept?.[field];
    const names = own === undefined ? (kept ? [] : headings[field]) : [own];
    const at = names.map((name) => all.indexOf(plain(name))).find((found) => found >= 0);
    if (at !== undefined) columns[field] = at;
  }
  return columns;
}

/** The preset whose columns a file has, or null: all that it names are there. */
export function presetOf(head: readonly string[]): string | null {
  const all = new Set(head.map(plain));
  const found = Object.entries(tillPresets).find(([, columns]) =>
    Object.values(columns).every((name) => all.has(plain(name))),
  );
  return found?.[0] ?? null;
}

/** How a file writes numbers and days: what reads most of them. */
export function formatOf(rows: readonly TableRow[], columns: Columns): ImportFormat {
  const some = rows.slice(0, 200).filter((row) => !isTotal(row, columns));
  const cells = (field: SaleField) => {
    const at = columns[field];
    return at === undefined
      ? []
      : some.flatMap(({ cells: own }) => (typeof own[at] === 'string' && own[at] !== '' ? [own[at]] : []));
  };
  const numbers = [...cells('net'), ...cells('qty')];
  const reads = (decimal: ImportFormat['decimal']) =>
    numbers.filter((text) => readAmount(text, decimal) !== null).length;
  // "12,50" is a number with a comma, whatever "1,234" may be.
  const hasComma = numbers.some((text) => /,\d{1,2}\D*$/.test(text.trim()));
  const decimal =
    reads('comma') > reads('point') || (reads('comma') === reads('point') && hasComma) ? 'comma' : 'point';
  const days = cells('day');
  const readable = (['ymd', 'dmy', 'mdy'] as const).map((dates) => ({
    dates,
    read: days.filter((text) => readDay(text, dates) !== null).length,
  }));
  const best = Math.max(...readable.map(({ read }) => read));
  return { decimal, dates: readable.find(({ read }) => read === best)?.dates ?? 'ymd' };
}

/** An amount as tills write it: with a currency, in brackets or with its sign behind it. Null for what is no number. */
export function readAmount(cell: TableCell, decimal: ImportFormat['decimal']): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  if (typeof cell !== 'string') return null;
  const bare = cell
    .replace(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replace(/\u2212/g, '-')
    .replace(/\p{Sc}|\b[A-Z]{3}\b|\bkr\b/gu, '')
    .trim();
  const isBelow = /^\(.*\)$/.test(bare) || bare.endsWith('-');
  const value = readNumber(bare.replace(/^\((.*)\)$/, '$1').replace(/-$/, ''), decimal);
  return value === null ? null : isBelow ? -value : value;
}

/** A day as tills write it, 20261124 among others; a time behind it is passed over. */
export function readDay(cell: TableCell, dates: ImportFormat['dates']): string | null {
  const text = typeof cell === 'number' ? String(cell) : cell;
  if (typeof text !== 'string') return null;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  return readDate(compact ? compact.slice(1).join('-') : text, dates);
}

const totalWords =
  /^(?:(?:grand |sub)?total|totals|sum|summe|gesamt(?:summe|umsatz)?|zwischensumme|total general|somme|المجموع|الاجمالي|اجمالي)(?:$|[\s:])/;

/** A row that adds others up: tills put them at the end, or behind each day. */
function isTotal({ cells }: TableRow, columns: Columns): boolean {
  const places = [columns.day, columns.branch, columns.code, columns.name, 0];
  return places.some((at) => {
    const cell = at === undefined ? null : cells[at];
    return typeof cell === 'string' && totalWords.test(foldText(cell));
  });
}

type SaleRow = SalesInput['rows'][number];

/** Why a cell is refused. */
export type TillWhy = 'empty' | 'number' | 'day' | 'branch';

export interface TillFault {
  /** As a spreadsheet counts. */
  row: number;
  field: SaleField;
  why: TillWhy;
  /** What stands there. */
  said: string;
}

export interface TillRows {
  rows: SaleRow[];
  faults: TillFault[];
  /** Rows that add others up, and are left out. */
  totals: number;
}

interface Reading {
  columns: Columns;
  format: ImportFormat;
  /** Of rows that say none. */
  day: string | null;
  branch: string | null;
  /** The branch that a cell names; null where there is none. */
  branchOf(said: string): string | null;
}

/** The rows of a till's file as they are sent; every cell that cannot be read is named by row and field. */
export function readTill({ rows }: Pick<FileTable, 'rows'>, reading: Reading): TillRows {
  const { columns, format } = reading;
  const result: TillRows = { rows: [], faults: [], totals: 0 };
  for (const row of rows) {
    const cellOf = (field: SaleField): TableCell => {
      const at = columns[field];
      return at === undefined ? null : (row.cells[at] ?? null);
    };
    const textOf = (field: SaleField) => String(cellOf(field) ?? '').trim();
    if (saleFields.every((field) => textOf(field) === '')) continue;
    if (isTotal(row, columns)) {
      result.totals += 1;
      continue;
    }
    const faults: TillFault[] = [];
    const fault = (field: SaleField, why: TillWhy) =>
      faults.push({
        row: row.row,
        field,
        why: textOf(field) === '' ? 'empty' : why,
        said: textOf(field).slice(0, 80),
      });
    const day =
      textOf('day') === '' && columns.day === undefined ? reading.day : readDay(cellOf('day'), format.dates);
    if (day === null) fault('day', 'day');
    const branch = textOf('branch') === '' ? reading.branch : reading.branchOf(textOf('branch'));
    if (branch === null) fault('branch', 'branch');
    const name = textOf('name').slice(0, 200);
    // A till without article numbers knows its articles by their names.
    const code = (textOf('code') || name).slice(0, 80);
    if (code === '') fault('code', 'empty');
    const [qty, net] = (['qty', 'net'] as const).map((field) => {
      const value = readAmount(cellOf(field), format.decimal);
      if (value === null) fault(field, 'number');
      return value ?? 0;
    }) as [number, number];
    result.faults.push(...faults);
    if (faults.length > 0 || day === null || branch === null) continue;
    result.rows.push({
      branch,
      day,
      code,
      ...(name !== '' && { name }),
      qty: Number(qty.toFixed(6)),
      net: Number(net.toFixed(4)),
    });
  }
  return result;
}

/** Whole days of branches in pieces of what one call takes; a day is never cut in two. */
export function piecesOf(rows: readonly SaleRow[], most: number): SaleRow[][] {
  const pieces: SaleRow[][] = [];
  for (const day of Map.groupBy(summed(rows), ({ branch, day: of }) => `${of} ${branch}`).values()) {
    const last = pieces.at(-1);
    if (last && last.length + day.length <= most) last.push(...day);
    else pieces.push([...day]);
  }
  return pieces;
}

/** One row for each article of a day: tills list every receipt. */
function summed(rows: readonly SaleRow[]): SaleRow[] {
  const byArticle = new Map<string, SaleRow>();
  for (const row of rows) {
    const key = JSON.stringify([row.branch, row.day, row.code]);
    const one = byArticle.get(key);
    if (one) {
      one.qty = Number((one.qty + row.qty).toFixed(6));
      one.net = Number((one.net + row.net).toFixed(4));
    } else byArticle.set(key, { ...row });
  }
  return [...byArticle.values()];
}

/** The layout of a file as it is kept for its till. */
export function layoutOf(head: readonly string[], columns: Columns, format: ImportFormat): SaleLayout {
  const named = saleFields.flatMap((field) => {
    const at = columns[field];
    return at === undefined ? [] : [[field, (head[at] ?? '').slice(0, 200)] as const];
  });
  return { columns: Object.fromEntries(named), ...format };
}
