/** An item of the history: its order unit, cost and sales. */
export interface YearItem {
  _id: string;
  itemCode: string;
  name: string;
  category: string;
  section: string | null;
  unit: string;
  unitSymbol: string;
  /** Base units in the order unit. */
  unitNum: number;
  costE4: number;
  /** Base units that a branch uses on a usual day. */
  dailyUsage: number;
  /** Index of its supplier. */
  supplier: number;
  /** Shelf life in days if the item has lots, otherwise null. */
  shelfLifeDays: number | null;
  /** Whether the kitchen produces it instead of buying it. */
  isProduced: boolean;
}

export interface YearBranch {
  _id: string;
  name: string;
  /** Factor for the branch's sales volume. */
  salesFactor: number;
}
