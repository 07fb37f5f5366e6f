/** An item of the history: what a unit of ordering holds, what it costs, and how it sells. */
export interface YearItem {
  _id: string;
  itemCode: string;
  name: string;
  category: string;
  section: string | null;
  unit: string;
  unitSymbol: string;
  /** Base units in the unit that it is ordered by. */
  unitNum: number;
  costE4: number;
  /** Base units that a branch uses on a usual day. */
  perDay: number;
  /** Who sells it: the place among the suppliers. */
  supplier: number;
  /** Kept by lots, which are good for so many days; null: it is not. */
  shelfLifeDays: number | null;
  /** Made in the kitchen by a recipe, and not bought. */
  isMade: boolean;
}

export interface YearBranch {
  _id: string;
  name: string;
  /** How much it sells, as a factor. */
  trade: number;
}
