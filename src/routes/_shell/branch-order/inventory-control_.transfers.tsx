import { createFileRoute } from '@tanstack/react-router';
import { LazyTransferReceipt } from '#src/features/receiving/lazy-transfer-receipt.tsx';
import { TransfersPage } from '#src/features/transfers/transfers-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/branch-order/inventory-control_/transfers')({
  staticData: { page: '/branch-order/inventory-control/transfers', title: 'transfers' },
  validateSearch: documentSearch,
  component: () => <TransfersPage receipt={(of) => <LazyTransferReceipt {...of} />} />,
});
