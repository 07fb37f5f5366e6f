import { createFileRoute } from '@tanstack/react-router';
import { InvoicesPage } from '#src/features/invoices/invoices-page.tsx';
import { documentSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review_/invoices')({
  staticData: { page: '/procurements/creation/review/invoices', title: 'invoices' },
  validateSearch: documentSearch,
  component: InvoicesPage,
});
