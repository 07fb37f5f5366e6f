import { createFileRoute } from '@tanstack/react-router';
import { LazyTransferReceipt } from '#modules/deliveries/web/receiving/lazy-transfer-receipt.tsx';
import { TransfersPage } from '#modules/transfers/web/transfers-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/inventory_/transfers')({
  staticData: { page: '/inventory/transfers', title: 'transfers' },
  validateSearch: documentSearch,
  component: () => <TransfersPage receipt={(props) => <LazyTransferReceipt {...props} />} />,
});
