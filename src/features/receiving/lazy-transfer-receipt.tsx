import { lazyView } from '#src/lib/lazy-module.ts';

/** How a transfer is received, fetched when one is. */
export const LazyTransferReceipt = lazyView(
  async () => (await import('./transfer-receipt.tsx')).TransferReceipt,
);
