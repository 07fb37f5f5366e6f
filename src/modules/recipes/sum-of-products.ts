import { NumberColumn } from '#core/number-column.ts';
import { divideHalfEven, plainHalfEven, toSafeNumber } from '#core/quantity.ts';
import { type Exact, exact, addExact, multiplyExact } from '#core/exact.ts';

/**
 * An exact factor used many thousand times: numerator and denominator as plain numbers in lowest terms, NaN
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
    const isHeld = Number.isSafeInteger(num) && Number.isSafeInteger(den);
    return isHeld ? ratioOf(num, den) : factorOf(multiplyExact(this.exact, other.exact));
  }
}

export function factorOf(value: Exact): Factor {
  const [num, den] = [Number(value.num), Number(value.den)];
  const isHeld = Number.isSafeInteger(num) && Number.isSafeInteger(den);
  return isHeld ? new Factor(num, den, value) : new Factor(Number.NaN, Number.NaN, value);
}

/** Builds a factor from safe integers; `den` is above 0. */
function ratioOf(num: number, den: number): Factor {
  const shared = num % den === 0 ? den : divisor(Math.abs(num), den);
  return new Factor(num / shared, den / shared);
}

/** Builds a factor from millionths. */
export const factorOfMicro = (micro: number): Factor => ratioOf(micro, 1_000_000);

/** Exact sums of products by index: in plain numbers while every step fits, else as fractions. */
export class SumsOfProducts {
  readonly #num = new NumberColumn();
  /** 0 if nothing was added yet. */
  readonly #den = new NumberColumn();
  /** Sums that no longer fit plain numbers. */
  readonly #beyond = new Map<number, Exact>();

  /** One more than the highest index that was added to. */
  get length(): number {
    return this.#den.length;
  }

  add(at: number, a: Factor, b: Factor): void {
    if (this.#isBeyond(at) || !this.#addPlain(at, a.num * b.num, a.den * b.den)) {
      this.#beyond.set(at, addExact(this.valueOf(at), multiplyExact(a.exact, b.exact)));
      this.#den.set(at, this.#den.at(at) || 1);
    }
  }

  #isBeyond(at: number): boolean {
    return this.#beyond.size > 0 && this.#beyond.has(at);
  }

  #addPlain(at: number, num: number, den: number): boolean {
    let [sum, denominator, more] = [this.#num.at(at), this.#den.at(at) || 1, num];
    if (den !== denominator) {
      if (!Number.isSafeInteger(den)) return false;
      if (sum === 0) denominator = den;
      else if (denominator % den === 0) more *= denominator / den;
      else {
        const shared = divisor(denominator, den);
        sum *= den / shared;
        more *= denominator / shared;
        denominator *= den / shared;
      }
    }
    // Unsafe values stay unsafe in all results.
    if (!Number.isSafeInteger(denominator) || !(Math.abs(sum) + Math.abs(more) <= Number.MAX_SAFE_INTEGER))
      return false;
    this.#num.set(at, sum + more);
    this.#den.set(at, denominator);
    return true;
  }

  valueOf(at: number): Exact {
    return this.#beyond.get(at) ?? exact(BigInt(this.#num.at(at)), BigInt(this.#den.at(at) || 1));
  }

  isZero(at: number): boolean {
    return this.#isBeyond(at) ? this.#beyond.get(at)?.num === 0n : this.#num.at(at) === 0;
  }

  /** Multiplies a sum, rounded to the nearest integer, half-even. @throws QuantityError OUT_OF_RANGE. */
  wholeTimes(at: number, factor: Factor): number {
    if (factor.num === 0 || this.isZero(at)) return 0;
    const [sum, denominator] = [this.#num.at(at), this.#den.at(at) || 1];
    const plain = this.#isBeyond(at) ? null : plainHalfEven(sum * factor.num, denominator * factor.den);
    if (plain !== null) return plain;
    const { num, den } = this.valueOf(at);
    return toSafeNumber(divideHalfEven(num * factor.exact.num, den * factor.exact.den));
  }
}

function divisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}
