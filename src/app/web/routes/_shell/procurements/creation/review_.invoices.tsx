import { createFileRoute } from '@tanstack/react-router';
import { InvoicesPage } from '#modules/supplier-invoices/web/invoices-page.tsx';
import { documentSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/procurements/creation/review_/invoices')({
  staticData: { page: '/procurements/creation/review/invoices', title: 'invoices' },
  validateSearch: documentSearch,
  component: InvoicesPage,
});
