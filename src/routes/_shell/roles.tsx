import { createFileRoute } from '@tanstack/react-router';
import { RolesPage } from '#src/features/people/roles/roles-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/roles')({
  staticData: { page: '/roles', title: 'roles' },
  validateSearch: listSearch,
  component: RolesPage,
});
