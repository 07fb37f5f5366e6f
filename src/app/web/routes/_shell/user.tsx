import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#modules/people/web/users/users-page.tsx';
import { listSearch } from '#platform/web/search.ts';

export const Route = createFileRoute('/_shell/user')({
  staticData: { page: '/user', title: 'users' },
  validateSearch: listSearch,
  component: UsersPage,
});
