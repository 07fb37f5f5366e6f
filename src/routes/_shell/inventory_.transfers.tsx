import { createFileRoute } from '@tanstack/react-router';
import { LazyTransferReceipt } from '#src/features/receiving/lazy-transfer-receipt.tsx';
import { transferSearch } from '#src/features/transfers/search.ts';
import { TransfersPage } from '#src/features/transfers/transfers-page.tsx';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/inventory_/transfers')({
  staticData: { page: '/inventory/transfers', title: 'transfers' },
  validateSearch: searchReader(transferSearch),
  component: () => <TransfersPage receipt={(of) => <LazyTransferReceipt {...of} />} />,
});
