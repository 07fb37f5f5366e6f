import { NumberColumn } from '#core/number-column.ts';
import { divideHalfEven, divideHalfEvenFast, toSafeNumber } from '#core/quantity.ts';
import { type Exact, exact, addExact, multiplyExact } from '#core/exact.ts';

/**
 * An exact factor for use in many products: numerator and denominator as plain numbers in lowest terms, NaN
 * if they don't fit.
 */
export class Factor {
  readonly num: number;
  readonly den: number;
  #exact: Exact | null;

  constructor(num: number, den: number, value: Exact | null = null) {
    this.num = num;
    this.den = den;
    this.#exact = value;
  }

  /** Computed on first access. */
  get exact(): Exact {
    this.#exact ??= { num: BigInt(this.num), den: BigInt(this.den) };
    return this.#exact;
  }

  times(other: Factor): Factor {
    const [num, den] = [this.num * other.num, this.den * other.den];
    const isSafe = Number.isSafeInteger(num) && Number.isSafeInteger(den);
    return isSafe ? buildFactor(num, den) : toFactor(multiplyExact(this.exact, other.exact));
  }
}

export function toFactor(value: Exact): Factor {
  const [num, den] = [Number(value.num), Number(value.den)];
  const isSafe = Number.isSafeInteger(num) && Number.isSafeInteger(den);
  return isSafe ? new Factor(num, den, value) : new Factor(Number.NaN, Number.NaN, value);
}

/** Builds a factor from safe integers; `den` is above 0. */
function buildFactor(num: number, den: number): Factor {
  const shared = num % den === 0 ? den : greatestCommonDivisor(Math.abs(num), den);
  return new Factor(num / shared, den / shared);
}

/** Builds a factor from millionths. */
export const microToFactor = (micro: number): Factor => buildFactor(micro, 1_000_000);

/**
 * Exact sums of products by index: as plain numbers while every intermediate result is a safe integer,
 * otherwise as fractions.
 */
export class SumsOfProducts {
  readonly #num = new NumberColumn();
  /** 0 if nothing was added yet. */
  readonly #den = new NumberColumn();
  /** Sums that no longer fit plain numbers. */
  readonly #fractions = new Map<number, Exact>();

  /** One more than the highest index that has a sum. */
  get length(): number {
    return this.#den.length;
  }

  add(index: number, a: Factor, b: Factor): void {
    if (this.#isFraction(index) || !this.#addPlain(index, a.num * b.num, a.den * b.den)) {
      this.#fractions.set(index, addExact(this.getValue(index), multiplyExact(a.exact, b.exact)));
      this.#den.set(index, this.#den.at(index) || 1);
    }
  }

  #isFraction(index: number): boolean {
    return this.#fractions.size > 0 && this.#fractions.has(index);
  }

  #addPlain(index: number, num: number, den: number): boolean {
    let [sum, denominator, addend] = [this.#num.at(index), this.#den.at(index) || 1, num];
    if (den !== denominator) {
      if (!Number.isSafeInteger(den)) return false;
      if (sum === 0) denominator = den;
      else if (denominator % den === 0) addend *= denominator / den;
      else {
        const shared = greatestCommonDivisor(denominator, den);
        sum *= den / shared;
        addend *= denominator / shared;
        denominator *= den / shared;
      }
    }
    // An unsafe value makes every result unsafe.
    if (!Number.isSafeInteger(denominator) || !(Math.abs(sum) + Math.abs(addend) <= Number.MAX_SAFE_INTEGER))
      return false;
    this.#num.set(index, sum + addend);
    this.#den.set(index, denominator);
    return true;
  }

  getValue(index: number): Exact {
    return this.#fractions.get(index) ?? exact(BigInt(this.#num.at(index)), BigInt(this.#den.at(index) || 1));
  }

  isZero(index: number): boolean {
    return this.#isFraction(index) ? this.#fractions.get(index)?.num === 0n : this.#num.at(index) === 0;
  }

  /**
   * Multiplies a sum and rounds the product to the nearest integer, half-even.
   *
   * @throws QuantityError OUT_OF_RANGE
   */

  multiplyRounded(index: number, factor: Factor): number {
    if (factor.num === 0 || this.isZero(index)) return 0;
    const [sum, denominator] = [this.#num.at(index), this.#den.at(index) || 1];
    const roundedNumber = this.#isFraction(index)
      ? null
      : divideHalfEvenFast(sum * factor.num, denominator * factor.den);
    if (roundedNumber !== null) return roundedNumber;
    const { num, den } = this.getValue(index);
    return toSafeNumber(divideHalfEven(num * factor.exact.num, den * factor.exact.den));
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}
