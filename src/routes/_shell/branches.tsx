import { createFileRoute } from '@tanstack/react-router';
import { mayWrite, scopeOf } from '#domain/permissions.ts';
import { branchExtras } from '#src/master-data/collections/branch/branch.tsx';
import { branchMessages } from '#src/master-data/collections/branch/messages.ts';
import { reasonExtras } from '#src/master-data/collections/reasons/reasons.tsx';
import type { PageExtras } from '#src/master-data/collection-screen.ts';
import { ResourceListPage } from '#src/master-data/resource-list-page.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { listSearch } from '#src/lib/search.ts';
import { useUser } from '#src/lib/session/session.ts';

export const Route = createFileRoute('/_shell/branches')({
  staticData: { page: '/branches', title: 'branches' },
  validateSearch: listSearch,
  component: Screen,
});

const ClosedBooks = lazyView(async () => (await import('#src/features/books/closed-books.tsx')).ClosedBooks);

const extras: PageExtras = {
  ...branchExtras,
  ...reasonExtras,
  branch: { ...branchExtras.branch, useViews: useBooksTab },
};

function Screen() {
  return <ResourceListPage collection="branch" extras={extras} />;
}

/** The books are closed by people who see the whole business. */
function useBooksTab() {
  const { books } = useMessages(branchMessages).list;
  const user = useUser();
  const isTheirs = mayWrite(user, 'settings', 'canEdit') && scopeOf(user).kind === 'all';
  return isTheirs ? [{ id: 'books', name: books, View: ClosedBooks, isApart: true }] : [];
}
