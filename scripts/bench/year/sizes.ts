/** Size of a business, and the order lines of its branches per day. */
export interface BusinessSize {
  branches: number;
  items: number;
  linesPerDay: number;
  ordersPerBranch: number;
}

export const businessSizes = {
  small: { branches: 10, items: 300, linesPerDay: 600, ordersPerBranch: 1 },
  medium: { branches: 50, items: 1000, linesPerDay: 6000, ordersPerBranch: 2 },
  large: { branches: 200, items: 3000, linesPerDay: 48_000, ordersPerBranch: 2 },
} as const satisfies Record<string, BusinessSize>;

export type SizeName = keyof typeof businessSizes;
