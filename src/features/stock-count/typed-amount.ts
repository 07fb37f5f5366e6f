import { convertMicro, exactOrNull, fromMicro, type Ratio, toMicro } from '#domain/quantity.ts';
import { parseQuantity, quantityText } from '#src/lib/format/parse-quantity.ts';

/** A unit that an item is counted in: one of it is `num / den` base units. */
export interface EntryUnit extends Ratio {
  id: string;
  symbol: string;
  /** Counted in whole numbers. */
  isWhole: boolean;
}

/** What is typed of one line, by the unit it is typed in: `2` cases and `3` loose. */
export type TypedAmount = Readonly<Record<string, string>>;

/** So much of a unit. */
export interface UnitQuantity {
  unit: string;
  qty: number;
}

/** What is typed of a line comes to. `base` is in the item's base unit; nothing typed is nothing counted, and not 0. */
export type TypedTotal =
  | { kind: 'empty' }
  | { kind: 'total'; base: number; parts: UnitQuantity[] }
  | { kind: 'invalid'; unit: string; why: 'notAQuantity' | 'wholeOnly' | 'tooMuch' };

/** Adds up what is typed in all units of a line. */
export function totalTypedAmount(typed: TypedAmount, units: readonly EntryUnit[]): TypedTotal {
  const parts: UnitQuantity[] = [];
  let micro = 0;
  for (const unit of units) {
    const parsed = parseQuantity(typed[unit.id] ?? '');
    if (parsed.kind === 'empty') continue;
    if (parsed.kind === 'invalid') return { kind: 'invalid', unit: unit.id, why: 'notAQuantity' };
    if (unit.isWhole && !Number.isInteger(parsed.value))
      return { kind: 'invalid', unit: unit.id, why: 'wholeOnly' };
    const inBase = exactOrNull(() => convertMicro(toMicro(parsed.value), unit));
    if (inBase === null || !Number.isSafeInteger(micro + inBase))
      return { kind: 'invalid', unit: unit.id, why: 'tooMuch' };
    micro += inBase;
    parts.push({ unit: unit.id, qty: parsed.value });
  }
  return parts.length === 0 ? { kind: 'empty' } : { kind: 'total', base: fromMicro(micro), parts };
}

/**
 * An amount in base units as people say it: as many whole ones of the largest unit as there are, then of the next, and
 * the rest in the last one. Nothing is left out: an amount that does not come out even is said in the last unit alone.
 *
 * @param units the largest first; the last is the base unit, or what is counted in instead of it
 */
export function splitIntoUnits(base: number, units: readonly EntryUnit[]): UnitQuantity[] {
  const last = units.at(-1);
  if (last === undefined) return [];
  let rest = BigInt(toMicro(base));
  const parts: UnitQuantity[] = [];
  for (const unit of units.slice(0, -1)) {
    const whole = (rest * BigInt(unit.den)) / (BigInt(unit.num) * 1_000_000n);
    const taken = whole * BigInt(unit.num) * 1_000_000n;
    if (whole <= 0n || taken % BigInt(unit.den) !== 0n) continue;
    parts.push({ unit: unit.id, qty: Number(whole) });
    rest -= taken / BigInt(unit.den);
  }
  const loose = exactOrNull(() => convertMicro(Number(rest), { num: last.den, den: last.num }));
  if (loose === null) return [];
  return rest === 0n && parts.length > 0 ? parts : [...parts, { unit: last.id, qty: fromMicro(loose) }];
}

/** The parts as they stand in the fields. */
export const typedAmount = (parts: readonly UnitQuantity[]): TypedAmount =>
  Object.fromEntries(parts.map(({ unit, qty }) => [unit, quantityText(qty)]));
