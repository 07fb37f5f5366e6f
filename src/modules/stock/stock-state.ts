/** Stock state of an item at a location relative to its levels, worst first. */
export const stockStates = ['negative', 'out', 'belowMin', 'belowPar', 'over', 'ok'] as const;
export type StockState = (typeof stockStates)[number];

export function isStockState(value: string | undefined): value is StockState {
  return (stockStates as readonly (string | undefined)[]).includes(value);
}

interface StockAndLevels {
  onHand: number;
  min: number | null;
  par: number | null;
  max: number | null;
}

/** Returns the stock state; without levels only negative, out and ok are possible. */
export function getStockState({ onHand, min, par, max }: StockAndLevels): StockState {
  if (onHand < 0) return 'negative';
  if (onHand === 0) return 'out';
  if (min !== null && onHand < min) return 'belowMin';
  if (par !== null && onHand < par) return 'belowPar';
  return max !== null && onHand > max ? 'over' : 'ok';
}
