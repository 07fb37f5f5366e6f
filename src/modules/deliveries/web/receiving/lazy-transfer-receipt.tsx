import { lazyView } from '#platform/web/lazy-module.ts';

/** Receipt form of a transfer, loaded with the first one. */
export const LazyTransferReceipt = lazyView(
  async () => (await import('./transfer-receipt.tsx')).TransferReceipt,
);
