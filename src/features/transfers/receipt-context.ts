import { createContext, type ReactNode } from 'react';
import type { Transfer } from '#contract/transfers.ts';

/** Draws how a transfer is received. */
export type RenderReceipt = (of: {
  transfer: Transfer;
  marks: ReactNode;
  cannot: string | null;
}) => ReactNode;

/** The sheet that orders are received with, handed in by the page's route; null where nobody did. */
export const ReceiptContext = createContext<RenderReceipt | null>(null);
