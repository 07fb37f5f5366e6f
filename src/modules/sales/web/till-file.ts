import { getBusinessDayAtLocalTime, type LocalDays } from '#core/business-day.ts';
import type { ImportFormat } from '#core/file-format.ts';
import { readDate } from '#core/read-scalars.ts';
import { type SaleField, saleFields, type SaleLayout, type SalesInput } from '../input.ts';
import { readNumber } from '#core/number-text.ts';
import { compareCodes, foldText } from '#core/text.ts';
import {
  type ColumnTexts,
  type DecidedFormats,
  decideFormats,
  type FormatHints,
} from '#platform/web/spreadsheet/decide-format.ts';
import type { FileTable, SpreadsheetCell, SpreadsheetRow } from '#platform/web/spreadsheet/table.ts';

/** Known headings of each field, by language and vendor. */
const headings: Readonly<Record<SaleField, readonly string[]>> = {
  day: [
    'day',
    'date',
    'business date',
    'trading day',
    'trading date',
    'geschäftstag',
    'fecha contable',
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
    'data',
    'data sprzedaży',
    'дата',
    'дата продажи',
    'tarih',
    'satış tarihi',
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
    'lokal',
    'restauracja',
    'oddział',
    'филиал',
    'ресторан',
    'точка',
    'şube',
    'restoran',
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
    'kod',
    'kod towaru',
    'код',
    'артикул',
    'ürün kodu',
    'référence produit',
    'código',
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
    'nazwa',
    'nazwa towaru',
    'towar',
    'produkt',
    'название',
    'наименование',
    'товар',
    'блюдо',
    'ürün',
    'ürün adı',
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
    'ilość',
    'sprzedane',
    'количество',
    'кол-во',
    'miktar',
    'adet',
    'qté',
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
    'wartość netto',
    'sprzedaż netto',
    'сумма без ндс',
    'выручка без ндс',
    'net tutar',
    'net satış',
  ],
  time: ['time', 'uhrzeit', 'zeit', 'heure', 'hora', 'الوقت', 'godzina', 'время', 'saat'],
  size: [
    'price point name',
    'price point',
    'size',
    'variant',
    'variation',
    'variant title',
    'größe',
    'variante',
    'taille',
    'tamaño',
    'الحجم',
    'المقاس',
  ],
  price: [
    'price',
    'unit price',
    'item price',
    'price per unit',
    'preis',
    'einzelpreis',
    'stückpreis',
    'prix',
    'prix unitaire',
    'precio',
    'precio unitario',
    'السعر',
    'سعر الوحدة',
    'cena',
    'cena jednostkowa',
    'цена',
    'fiyat',
    'birim fiyat',
  ],
  void: [
    'void',
    'voided',
    'is void',
    'cancelled',
    'storno',
    'storniert',
    'annulé',
    'anulado',
    'ملغي',
    'anulowane',
    'anulowano',
    'отменено',
    'отмена',
    'iptal',
  ],
  modifiers: [
    'modifiers applied',
    'modifiers',
    'modifier',
    'options',
    'add-ons',
    'extras',
    'الإضافات',
    'الخيارات',
    'zusätze',
    'optionen',
    'suppléments',
    'modificadores',
    'dodatki',
    'добавки',
    'модификаторы',
    'ekstralar',
  ],
  modifierRow: [
    'is modifier',
    'parent item',
    'parent product',
    'parent menu selection',
    'parent',
    'item type',
    'line type',
    'row type',
  ],
};

/** Columns of the item exports of common till systems. */
export const tillPresets: Readonly<Record<string, Partial<Record<SaleField, string>>>> = {
  Square: {
    day: 'Date',
    time: 'Time',
    branch: 'Location',
    code: 'SKU',
    name: 'Item',
    size: 'Price Point Name',
    modifiers: 'Modifiers Applied',
    qty: 'Qty',
    net: 'Net Sales',
  },
  Toast: {
    day: 'Order Date',
    branch: 'Location',
    code: 'Item Id',
    name: 'Menu Item',
    qty: 'Qty',
    net: 'Net Price',
    void: 'Void?',
  },
  Loyverse: { code: 'SKU', name: 'Item name', size: 'Variant', qty: 'Items sold', net: 'Net sales' },
  Shopify: {
    day: 'Day',
    code: 'Product variant SKU',
    name: 'Product title',
    size: 'Product variant title',
    qty: 'Net quantity',
    net: 'Net sales',
  },
};

/** Columns that some versions of an export omit. */
const optionalFields: ReadonlySet<string> = new Set<SaleField>([
  'time',
  'size',
  'modifiers',
  'modifierRow',
  'price',
  'void',
]);

/** Column index by field. */
export type TillColumns = Partial<Record<SaleField, number>>;

const normalizeHeading = (heading: string): string =>
  foldText(heading)
    .replace(/[._:?]+/g, ' ')
    .trim();

/** Detects the columns of a file: by the till's stored layout, else by their headings. */
export function detectTillColumns(
  header: readonly string[],
  stored?: Partial<Record<SaleField, string>>,
): TillColumns {
  const normalizedHeader = header.map(normalizeHeading);
  const columns: TillColumns = {};
  for (const field of saleFields) {
    const storedHeading = stored?.[field];
    const names = storedHeading === undefined ? (stored ? [] : headings[field]) : [storedHeading];
    const column = names
      .map((name) => normalizedHeader.indexOf(normalizeHeading(name)))
      .find((index) => index >= 0);
    if (column !== undefined) columns[field] = column;
  }
  return columns;
}

/** Returns the preset whose required columns the file has, or null. */
export function detectTillPreset(header: readonly string[]): string | null {
  const normalizedHeader = new Set(header.map(normalizeHeading));
  const preset = Object.entries(tillPresets).find(([, columns]) =>
    Object.entries(columns).every(
      ([field, name]) => optionalFields.has(field) || normalizedHeader.has(normalizeHeading(name)),
    ),
  );
  return preset?.[0] ?? null;
}

/** Detects the number and date formats of the columns from all cells; total rows are ignored. */
export function detectTillFormats(
  rows: readonly SpreadsheetRow[],
  columns: TillColumns,
  hints: FormatHints,
): DecidedFormats {
  const dataRows = rows.filter((row) => !isTotal(row, columns));
  const listTexts = (field: SaleField, kind: ColumnTexts['kind']): ColumnTexts[] => {
    const column = columns[field];
    if (column === undefined) return [];
    const texts = dataRows.flatMap(({ cells }) => {
      const cell = cells[column];
      return typeof cell === 'string' && cell.trim() !== '' ? [cell.trim()] : [];
    });
    return [{ key: field, kind, texts }];
  };
  const numbers = (['qty', 'net', 'price'] as const).flatMap((field) => listTexts(field, 'number'));
  return decideFormats([...numbers, ...listTexts('day', 'date')], hints);
}

/** Returns the number and date format of a file without hints. */
export const detectTillFormat = (rows: readonly SpreadsheetRow[], columns: TillColumns): ImportFormat =>
  detectTillFormats(rows, columns, { delimiter: null, decimal: 'point', dates: 'dmy' }).file;

/**
 * Parses an amount in the formats that tills use: with a currency, in brackets, or with a trailing sign. Null
 * if it isn't a number.
 */
export function parseTillAmount(cell: SpreadsheetCell, decimal: ImportFormat['decimal']): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  return typeof cell === 'string' ? readNumber(cell, decimal) : null;
}

/** Parses a day in the formats that tills use, including 20261124; a following time is ignored. */
export function parseTillDay(cell: SpreadsheetCell, dates: ImportFormat['dates']): string | null {
  const text = typeof cell === 'number' ? String(cell) : cell;
  if (typeof text !== 'string') return null;
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text.trim());
  return readDate(compact ? compact.slice(1).join('-') : text, dates);
}

const totalWord =
  '(?:(?:grand |sub)?total|totals|sum|summe|gesamt(?:summe|umsatz)?|zwischensumme|total general|suma|razem|итого|всего|(?:genel |ara )?toplam|somme|المجموع|الاجمالي|اجمالي)';
/** Matches a grand total, or the total of something that isn't a menu item. */
const totalPattern = new RegExp(
  `^${totalWord}[\\s:]*(?:net|netto|sales|amount|revenue|items|quantity|umsatz|ventes|ventas|المبيعات)?$`,
);
const totalPrefixPattern = new RegExp(`^${totalWord}[\\s:]`);

/**
 * Returns whether a row is a total, which tills put at the end or after each day. A menu item may begin with
 * the same word (`Total Juice`), but its row has every field of a sale.
 */
function isTotal({ cells }: SpreadsheetRow, columns: TillColumns): boolean {
  const getColumnText = (column: number | undefined) =>
    column === undefined ? '' : String(cells[column] ?? '').trim();
  const words = [columns.day, columns.branch, columns.code, columns.name, 0].map((column) =>
    foldText(getColumnText(column)),
  );
  if (words.some((word) => totalPattern.test(word))) return true;
  if (!words.some((word) => totalPrefixPattern.test(word))) return false;
  const requiredFields = (['day', 'branch', 'qty', 'net'] as const).filter(
    (field) => columns[field] !== undefined,
  );
  const hasTillItem =
    columns.name === undefined || columns.code === undefined || getColumnText(columns.code) !== '';
  return (
    !hasTillItem ||
    requiredFields.some((field) => getColumnText(columns[field]) === '') ||
    totalPrefixPattern.test(foldText(getColumnText(columns.day)))
  );
}

const voidWords = new Set(
  [
    'true',
    'yes',
    'y',
    '1',
    'x',
    'void',
    'voided',
    'cancelled',
    'canceled',
    'ja',
    'oui',
    'si',
    'storno',
    'storniert',
    'نعم',
  ].map(foldText),
);

const modifierWords = new Set(
  [
    'modifier',
    'option',
    'add-on',
    'addon',
    'extra',
    'topping',
    'zusatz',
    'supplément',
    'modificador',
    'إضافة',
    'dodatek',
    'добавка',
    'модификатор',
    'ekstra',
  ].map(foldText),
);

type SaleModifier = NonNullable<SaleRow['modifiers']>[number];

/**
 * Parses a cell that lists the modifiers of an item, such as `2x Extra shot; Oat milk (+0.60)`. Prices are
 * per unit and need a sign or a currency, because a name may end with a number.
 */
export function parseTillModifiers(
  cell: string,
  { decimal }: Pick<ImportFormat, 'decimal'>,
  sold: number,
): SaleModifier[] {
  const separator = /[;|\n]/.test(cell) ? /[;|\n]/ : ',';
  return cell.split(separator).flatMap((part) => {
    const text = part.trim();
    const priceStart = text.search(/[\s(][+\p{Sc}]/u);
    const priceText = priceStart < 0 ? '' : text.slice(priceStart).replace(/[()+\s]/g, '');
    const price = parseTillAmount(priceText, decimal);
    const label = price === null ? text : text.slice(0, priceStart).trim();
    const before = /^(\d{1,6}) ?[x×] /.exec(label);
    const after = /[ (][x×] ?(\d{1,6})\)?$/.exec(label);
    const name = label.slice(before?.[0].length ?? 0, after?.index).trim();
    const qty = Number(before?.[1] ?? after?.[1] ?? 1);
    if (name === '' || qty === 0) return [];
    return [{ code: name.slice(0, 80), name, qty, net: Number(((price ?? 0) * qty * sold).toFixed(4)) }];
  });
}

/** Parses the time in a text to HH:MM; null if there is none. */
function parseTime(text: string): string | null {
  const [, hour, minute, half] =
    /(?:^|[T\s])(\d{1,2}):(\d{2})(?::\d{2})?(?:\.\d+)?Z?\s*([ap])?\.?m?/i.exec(text) ?? [];
  if (hour === undefined || minute === undefined) return null;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

/** Returns whether the heading denotes a business date, to which the till has assigned sales after midnight. */
const isBusinessDateHeading = (heading: string) =>
  /^(?:business|trading|accounting|shift) ?da|^gesch(?:a|ä)ftstag|contable|العمل$/.test(
    normalizeHeading(heading),
  );

/** Returns whether the heading denotes a code that identifies each size separately. */
const isSizeCodeHeading = (heading: string) => /sku|variant|variation/.test(normalizeHeading(heading));

/** Square's name for an item's only price point. */
const singleSizeName = 'regular';

type SaleRow = SalesInput['rows'][number];

/** Reason why a cell is invalid. */
export type TillErrorReason = 'empty' | 'number' | 'day' | 'branch' | 'alone';

export interface TillError {
  /** Row number as in a spreadsheet. */
  row: number;
  field: SaleField;
  reason: TillErrorReason;
  /** The cell's text. */
  text: string;
}

export interface TillRows {
  rows: SaleRow[];
  errors: TillError[];
  /** Number of total rows, which are skipped. */
  totals: number;
  /** Number of voided rows, which are skipped; absent when there are none. */
  voided?: number;
  /**
   * Business days (`getDayKey`) that have only sales after midnight in this file; absent if there are none.
   * Importing them would replace the day's other sales if they are already stored.
   */
  afterMidnightOnly?: ReadonlySet<string>;
}

export const getDayKey = ({ day, branch }: Pick<SaleRow, 'day' | 'branch'>): string => `${day} ${branch}`;

export interface TillReadOptions {
  columns: TillColumns;
  format: ImportFormat;
  /** Formats of columns that differ from `format`. */
  formats?: Partial<Record<SaleField, ImportFormat>>;
  /** The headings of the file. */
  header?: readonly string[];
  /** Returns the day ends of a branch; sales after midnight and before them belong to the previous day. */
  getDayEnds?(branch: string | null): LocalDays['dayEnds'];
  /** Day of rows without one. */
  day: string | null;
  branch: string | null;
  /** Returns the branch id of a cell's text; null when unknown. */
  findBranch(cellText: string): string | null;
}

/** Returns whether a row is a modifier, according to its type or because it names the item that it modifies. */
function isModifierRow(text: string, heading = ''): boolean {
  const word = foldText(text);
  return modifierWords.has(word) || voidWords.has(word) || (word !== '' && isParentHeading(heading));
}

const isParentHeading = (heading: string) => /parent/.test(normalizeHeading(heading));

/** Number of rows above a modifier that are searched for its item. */
const maxRowsAbove = 50;

/** Finds the item of a modifier row by its code or name; otherwise the last item above. */
const findItem = (rows: readonly SaleRow[], parent: string, lastItem: SaleRow): SaleRow =>
  rows.slice(-maxRowsAbove).findLast(({ code, name }) => code === parent || name === parent) ?? lastItem;

/** Adds a modifier row to its item; its quantity is below 1 if it applies to fewer units than the item has. */
function addModifierRow(
  item: SaleRow,
  { code, name, qty, net }: Omit<SaleModifier, 'name'> & { name: string },
) {
  const perUnit = item.qty === 0 ? 1 : Math.abs(qty / item.qty);
  item.net = Number((item.net + net).toFixed(4));
  if (perUnit === 0) return;
  item.modifiers = [
    ...(item.modifiers ?? []),
    { code, ...(name !== '' && { name }), qty: Number(perUnit.toFixed(6)), net: Number(net.toFixed(4)) },
  ];
}

/**
 * Parses the rows of a till's file into the request format; each invalid cell is reported with row and field.
 */
export function parseTillRows({ rows }: Pick<FileTable, 'rows'>, options: TillReadOptions): TillRows {
  const { columns, format, formats = {}, header = [] } = options;
  const getFormat = (field: SaleField) => formats[field] ?? format;
  const dayColumn = columns.day ?? -1;
  const getTimeOfDay = (cells: SpreadsheetRow['cells']) => parseTime(String(cells[dayColumn] ?? ''));
  // A day chosen for all rows is a business day; dates of daily totals are often exported as midnight.
  const hasTimes =
    columns.time !== undefined || rows.some(({ cells }) => (getTimeOfDay(cells) ?? '00:00') !== '00:00');
  const areBusinessDays =
    columns.day === undefined || !hasTimes || isBusinessDateHeading(header[dayColumn] ?? '');
  const [wholeDays, afterMidnightDays] = [new Set<string>(), new Set<string>()];
  const hasSizesInCode = columns.code !== undefined && isSizeCodeHeading(header[columns.code] ?? '');
  const result: TillRows = { rows: [], errors: [], totals: 0 };
  /** The item row to which a following modifier row belongs; null if it was skipped. */
  let lastItem: SaleRow | null = null;
  let isItemVoid = false;
  for (const row of rows) {
    const getCell = (field: SaleField): SpreadsheetCell => {
      const column = columns[field];
      return column === undefined ? null : (row.cells[column] ?? null);
    };
    const getText = (field: SaleField) => String(getCell(field) ?? '').trim();
    if (saleFields.every((field) => getText(field) === '')) continue;
    if (isTotal(row, columns)) {
      result.totals += 1;
      continue;
    }
    const isModifier = isModifierRow(getText('modifierRow'), header[columns.modifierRow ?? -1]);
    const isVoid = voidWords.has(foldText(getText('void')));
    if (!isModifier) isItemVoid = isVoid;
    if (isVoid || isItemVoid) {
      result.voided = (result.voided ?? 0) + 1;
      continue;
    }
    const errors: TillError[] = [];
    const addError = (field: SaleField, reason: TillErrorReason) =>
      errors.push({
        row: row.row,
        field,
        reason: getText(field) === '' ? 'empty' : reason,
        text: getText(field).slice(0, 80),
      });
    const parseAmount = (field: 'qty' | 'net' | 'price'): number | null => {
      const value = parseTillAmount(getCell(field), getFormat(field).decimal);
      if (value === null) addError(field, 'number');
      return value;
    };
    const computeNet = (qty: number): number =>
      columns.price !== undefined && getText('net') === ''
        ? (parseAmount('price') ?? 0) * qty
        : (parseAmount('net') ?? 0);
    if (isModifier) {
      const item = lastItem && findItem(result.rows, getText('modifierRow'), lastItem);
      const name = getText('name').slice(0, 200);
      const code = (getText('code') || name).slice(0, 80);
      if (!item) errors.push({ row: row.row, field: 'modifierRow', reason: 'alone', text: '' });
      if (code === '') addError('code', 'empty');
      // Modifiers without a price often have empty cells.
      const qty = getText('qty') === '' ? (item?.qty ?? 0) : (parseAmount('qty') ?? 0);
      const net = getText('net') === '' && getText('price') === '' ? 0 : computeNet(qty);
      result.errors.push(...errors);
      if (item && errors.length === 0) addModifierRow(item, { code, name, qty, net });
      continue;
    }
    lastItem = null;
    const calendarDay =
      getText('day') === '' && columns.day === undefined
        ? options.day
        : parseTillDay(getCell('day'), getFormat('day').dates);
    if (calendarDay === null) addError('day', 'day');
    const branch = getText('branch') === '' ? options.branch : options.findBranch(getText('branch'));
    const time = parseTime(getText('time')) ?? parseTime(getText('day'));
    const day =
      calendarDay === null || time === null || areBusinessDays
        ? calendarDay
        : getBusinessDayAtLocalTime(calendarDay, time, { dayEnds: options.getDayEnds?.(branch) ?? null });
    if (branch === null) addError('branch', 'branch');
    const size = foldText(getText('size')) === singleSizeName ? '' : getText('size');
    const withSize = (text: string) => (text === '' || size === '' ? text : `${text} ${size}`);
    const name = withSize(getText('name')).slice(0, 200);
    // Without item numbers, the name is the menu item's code.
    const code = (
      hasSizesInCode && getText('code') !== '' ? getText('code') : withSize(getText('code')) || name
    ).slice(0, 80);
    if (code === '') addError('code', 'empty');
    const qty = parseAmount('qty') ?? 0;
    const net = computeNet(qty);
    result.errors.push(...errors);
    if (errors.length > 0 || day === null || branch === null) continue;
    const modifiers = parseTillModifiers(getText('modifiers'), format, qty);
    lastItem = {
      branch,
      day,
      code,
      ...(name !== '' && { name }),
      qty: Number(qty.toFixed(6)),
      net: Number(net.toFixed(4)),
      ...(modifiers.length > 0 && { modifiers }),
    };
    result.rows.push(lastItem);
    (day === calendarDay ? wholeDays : afterMidnightDays).add(getDayKey(lastItem));
  }
  const afterMidnightOnly = new Set([...afterMidnightDays].filter((night) => !wholeDays.has(night)));
  return afterMidnightOnly.size > 0 ? { ...result, afterMidnightOnly } : result;
}

/** Splits rows into requests of at most `max` rows; a branch's day is never split unless it is larger. */
export function splitIntoWholeDays(rows: readonly SaleRow[], max: number): SaleRow[][] {
  const parts: SaleRow[][] = [];
  for (const day of Map.groupBy(sumByTillItem(rows), getDayKey).values()) {
    const last = parts.at(-1);
    if (last && last.length + day.length <= max) last.push(...day);
    else parts.push([...day]);
  }
  return parts;
}

/** Merges receipts into one row per menu item with its modifiers, and per day. */
function sumByTillItem(rows: readonly SaleRow[]): SaleRow[] {
  const byTillItem = new Map<string, SaleRow>();
  for (const row of rows) {
    const modifiers = (row.modifiers ?? []).toSorted((a, b) => compareCodes(a.code, b.code));
    const key = JSON.stringify([
      row.branch,
      row.day,
      row.code,
      ...modifiers.map(({ code, qty }) => [code, qty]),
    ]);
    const tillItem = byTillItem.get(key);
    if (tillItem) {
      tillItem.qty = Number((tillItem.qty + row.qty).toFixed(6));
      tillItem.net = Number((tillItem.net + row.net).toFixed(4));
      for (const [index, modifier] of (tillItem.modifiers ?? []).entries())
        modifier.net = Number((modifier.net + (modifiers[index]?.net ?? 0)).toFixed(4));
    } else
      byTillItem.set(key, {
        ...row,
        ...(modifiers.length > 0 && { modifiers: modifiers.map((modifier) => ({ ...modifier })) }),
      });
  }
  return [...byTillItem.values()];
}

/** Builds the layout to store for the till. */
export function buildTillLayout(
  header: readonly string[],
  columns: TillColumns,
  format: ImportFormat,
  settings: Pick<SaleLayout, 'branches'> = {},
): SaleLayout {
  const columnNames = saleFields.flatMap((field) => {
    const column = columns[field];
    return column === undefined ? [] : [[field, (header[column] ?? '').slice(0, 200)] as const];
  });
  return { columns: Object.fromEntries(columnNames), ...format, ...settings };
}
