import { createFileRoute } from '@tanstack/react-router';
import { InvoicesPage } from '#src/features/invoices/invoices-page.tsx';
import { invoiceSearch } from '#src/features/invoices/search.ts';
import { searchReader } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review_/invoices')({
  staticData: { page: '/procurements/creation/review/invoices', title: 'invoices' },
  validateSearch: searchReader(invoiceSearch),
  component: InvoicesPage,
});
