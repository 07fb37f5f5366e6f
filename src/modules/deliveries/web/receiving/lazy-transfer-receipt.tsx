import { lazyView } from '#platform/web/lazy-module.ts';

/** Receipt form for a transfer, loaded when it is first opened. */
export const LazyTransferReceipt = lazyView(
  async () => (await import('./transfer-receipt.tsx')).TransferReceipt,
);
