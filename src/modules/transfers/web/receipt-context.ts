import { createContext, type ReactNode } from 'react';
import type { Transfer } from '../shapes.ts';

/** Renders the receipt form of a transfer. */
export type RenderReceipt = (receipt: {
  transfer: Transfer;
  badges: ReactNode;
  blockedReason: string | null;
}) => ReactNode;

/** Receipt form provided by the page's route and shared with orders; null if the route provides none. */
export const ReceiptContext = createContext<RenderReceipt | null>(null);
