/**
 * Stock (millionths) and value (ten-thousandths) of an item at a location, and its last cost per base unit.
 */
interface Holding {
  qty: bigint;
  value: bigint;
  lastCost: bigint;
}

const million = 1_000_000n;

/** Rounds half to even; both arguments are zero or more. */
function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const [quotient, remainder] = [dividend / divisor, dividend % divisor];
  if (remainder * 2n === divisor) return quotient + (quotient % 2n);
  return remainder * 2n > divisor ? quotient + 1n : quotient;
}

/**
 * An independent textbook model of stock and value: goods are issued at the location's moving average, the
 * last unit takes the remaining value, and receipts are added at their value. It shares no code with the
 * rules that it checks.
 */
export class StockModel {
  readonly #holdings = new Map<string, Holding>();

  setBalance(place: string, item: string, qtyMicro: number, valueE4: number, lastE4: number): void {
    this.#holdings.set(`${place} ${item}`, {
      qty: BigInt(qtyMicro),
      value: BigInt(valueE4),
      lastCost: BigInt(lastE4),
    });
  }

  get(place: string, item: string): Readonly<Holding> {
    return this.#getHolding(place, item);
  }

  /** Receives a delivery at a unit cost. */
  receive(place: string, item: string, qty: number, cost: number): void {
    this.add(place, item, qty, divideHalfEven(toMicro(qty) * BigInt(Math.round(cost * 1e4)), million));
  }

  /** Receives goods without a source, at a value. */
  add(place: string, item: string, qty: number, value: bigint): void {
    this.#increase(place, item, toMicro(qty), value);
  }

  /**
   * Moves goods to another location or out of stock, optionally at the value of their original receipt.
   *
   * @returns their value
   */
  move(from: string, to: string | null, item: string, qty: number, originalValue?: bigint): bigint {
    const value = this.#decrease(from, item, toMicro(qty), originalValue);
    if (to !== null) this.#increase(to, item, toMicro(qty), value);
    return value;
  }

  /**
   * Corrects stock after a count by posting the difference between the counted quantity and the book quantity
   * at counting time.
   */
  correct(place: string, item: string, counted: number, bookMicro: bigint): void {
    const difference = toMicro(counted) - bookMicro;
    if (difference < 0n) this.#decrease(place, item, -difference);
    if (difference <= 0n) return;
    const { qty, value, lastCost } = this.#getHolding(place, item);
    const average = qty > 0n ? divideHalfEven(value * million, qty) : 0n;
    this.#increase(
      place,
      item,
      difference,
      divideHalfEven(difference * (average > 0n ? average : lastCost), million),
    );
  }

  /** Returns all balances as comparable text. */
  listBalances(): string[] {
    return [...this.#holdings]
      .filter(([, { qty, value }]) => qty !== 0n || value !== 0n)
      .map(([key, { qty, value }]) => `${key} ${qty} ${value}`)
      .toSorted();
  }

  #getHolding(place: string, item: string): Holding {
    const key = `${place} ${item}`;
    const holding = this.#holdings.get(key) ?? { qty: 0n, value: 0n, lastCost: 0n };
    this.#holdings.set(key, holding);
    return holding;
  }

  #increase(place: string, item: string, qty: bigint, value: bigint): void {
    const holding = this.#getHolding(place, item);
    holding.qty += qty;
    holding.value += value;
    holding.lastCost = divideHalfEven(holding.value * million, holding.qty);
  }

  #decrease(place: string, item: string, qty: bigint, originalValue?: bigint): bigint {
    const holding = this.#getHolding(place, item);
    const isAll = qty === holding.qty;
    const share = isAll ? holding.value : divideHalfEven(holding.value * qty, holding.qty);
    const value =
      originalValue === undefined || isAll
        ? share
        : originalValue < holding.value
          ? originalValue
          : holding.value;
    holding.lastCost = divideHalfEven(holding.value * million, holding.qty);
    holding.qty -= qty;
    holding.value -= value;
    return value;
  }
}

const toMicro = (qty: number): bigint => BigInt(Math.round(qty * 1e6));
