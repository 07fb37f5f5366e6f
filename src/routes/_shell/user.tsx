import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '#src/features/people/users/users-page.tsx';
import { listSearch } from '#src/lib/search.ts';

export const Route = createFileRoute('/_shell/user')({
  staticData: { page: '/user', title: 'users' },
  validateSearch: listSearch,
  component: UsersPage,
});
