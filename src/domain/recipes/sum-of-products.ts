import { divideHalfEven, plainHalfEven, toSafeNumber } from '../quantity.ts';
import { type Exact, exact, plus, times } from './exact.ts';

/** An exact number with both its parts in plain numbers as well, for what is multiplied by the ten thousand; not a number where these do not hold them. */
export interface Factor {
  exact: Exact;
  num: number;
  den: number;
}

export function factorOf(value: Exact): Factor {
  const [num, den] = [Number(value.num), Number(value.den)];
  const isHeld = Number.isSafeInteger(num) && Number.isSafeInteger(den);
  return { exact: value, num: isHeld ? num : Number.NaN, den: isHeld ? den : Number.NaN };
}

/** Products added up exactly, whatever their size: in plain numbers as long as these hold every step of it. */
export class SumOfProducts {
  #num = 0;
  #den = 1;
  /** What it is once plain numbers do not hold it. */
  #beyond: Exact | null = null;

  add(a: Factor, b: Factor): void {
    if (this.#beyond !== null || !this.#addPlain(a.num * b.num, a.den * b.den))
      this.#beyond = plus(this.value, times(a.exact, b.exact));
  }

  #addPlain(num: number, den: number): boolean {
    let [sum, of, more] = [this.#num, this.#den, num];
    if (den !== of) {
      if (!Number.isSafeInteger(den)) return false;
      if (sum === 0) of = den;
      else if (of % den === 0) more *= of / den;
      else {
        const shared = divisor(of, den);
        sum *= den / shared;
        more *= of / shared;
        of *= den / shared;
      }
    }
    const whole = sum + more;
    // What is beyond the exact numbers stays beyond them in whatever is made of it.
    if (!Number.isSafeInteger(of) || !(Math.abs(sum) + Math.abs(more) <= Number.MAX_SAFE_INTEGER))
      return false;
    this.#num = whole;
    this.#den = of;
    return true;
  }

  get value(): Exact {
    return this.#beyond ?? exact(BigInt(this.#num), BigInt(this.#den));
  }

  get isZero(): boolean {
    return this.#beyond === null ? this.#num === 0 : this.#beyond.num === 0n;
  }

  /** The sum so many times, to the nearest whole number, halves to even. @throws QuantityError OUT_OF_RANGE. */
  wholeTimes(factor: Factor): number {
    if (this.isZero || factor.num === 0) return 0;
    const plain =
      this.#beyond === null ? plainHalfEven(this.#num * factor.num, this.#den * factor.den) : null;
    if (plain !== null) return plain;
    const { num, den } = this.value;
    return toSafeNumber(divideHalfEven(num * factor.exact.num, den * factor.exact.den));
  }
}

function divisor(a: number, b: number): number {
  let [large, small] = [a, b];
  while (small !== 0) [large, small] = [small, large % small];
  return large;
}
