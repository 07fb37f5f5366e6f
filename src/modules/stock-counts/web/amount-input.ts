import { convertMicro, toExactOrNull, fromMicro, type Ratio, toMicro } from '#core/quantity.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';

/** Unit in which an item is counted; one is `num / den` base units. */
export interface EntryUnit extends Ratio {
  id: string;
  symbol: string;
  /** Whether only whole numbers are valid. */
  isWhole: boolean;
}

/** Text entered on a line, by unit id: `2` cases and `3` bottles. */
export type AmountInput = Readonly<Record<string, string>>;

/** Quantity in one unit. */
export interface UnitQuantity {
  unit: string;
  qty: number;
}

/** Total of the entered text. `base` is in the item's base unit; empty input is no count, not 0. */
export type AmountTotal =
  | { kind: 'empty' }
  | { kind: 'total'; base: number; parts: UnitQuantity[] }
  | { kind: 'invalid'; unit: string; reason: 'notAQuantity' | 'wholeOnly' | 'tooMuch' };

/** Totals the text entered in all units of a line. */
export function totalAmountInput(input: AmountInput, units: readonly EntryUnit[]): AmountTotal {
  const parts: UnitQuantity[] = [];
  let micro = 0;
  for (const unit of units) {
    const parsed = parseQuantity(input[unit.id] ?? '');
    if (parsed.kind === 'empty') continue;
    if (parsed.kind === 'invalid') return { kind: 'invalid', unit: unit.id, reason: 'notAQuantity' };
    if (unit.isWhole && !Number.isInteger(parsed.value))
      return { kind: 'invalid', unit: unit.id, reason: 'wholeOnly' };
    const baseMicro = toExactOrNull(() => convertMicro(toMicro(parsed.value), unit));
    if (baseMicro === null || !Number.isSafeInteger(micro + baseMicro))
      return { kind: 'invalid', unit: unit.id, reason: 'tooMuch' };
    micro += baseMicro;
    parts.push({ unit: unit.id, qty: parsed.value });
  }
  return parts.length === 0 ? { kind: 'empty' } : { kind: 'total', base: fromMicro(micro), parts };
}

/**
 * Splits an amount in base units into whole quantities of each unit, with the remainder in the last one. A
 * unit whose quantity wouldn't be exact in base units is skipped; empty if the remainder can't be represented
 * exactly.
 *
 * @param units largest first; the last is the base unit or the unit counted instead of it
 */
export function splitIntoUnits(base: number, units: readonly EntryUnit[]): UnitQuantity[] {
  const last = units.at(-1);
  if (last === undefined) return [];
  let remainingMicro = BigInt(toMicro(base));
  const parts: UnitQuantity[] = [];
  for (const unit of units.slice(0, -1)) {
    const wholeQty = (remainingMicro * BigInt(unit.den)) / (BigInt(unit.num) * 1_000_000n);
    const takenMicro = wholeQty * BigInt(unit.num) * 1_000_000n;
    if (wholeQty <= 0n || takenMicro % BigInt(unit.den) !== 0n) continue;
    parts.push({ unit: unit.id, qty: Number(wholeQty) });
    remainingMicro -= takenMicro / BigInt(unit.den);
  }
  const lastMicro = toExactOrNull(() =>
    convertMicro(Number(remainingMicro), { num: last.den, den: last.num }),
  );
  if (lastMicro === null) return [];
  return remainingMicro === 0n && parts.length > 0
    ? parts
    : [...parts, { unit: last.id, qty: fromMicro(lastMicro) }];
}

/** Formats the parts as text for the fields. */
export const formatAmountInput = (parts: readonly UnitQuantity[]): AmountInput =>
  Object.fromEntries(parts.map(({ unit, qty }) => [unit, formatQuantityInput(qty)]));
