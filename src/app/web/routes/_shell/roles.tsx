import { createFileRoute } from '@tanstack/react-router';
import { RolesPage } from '#modules/people/web/roles/roles-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/roles')({
  staticData: { page: '/roles', title: 'roles' },
  validateSearch: listSearch,
  component: RolesPage,
});
