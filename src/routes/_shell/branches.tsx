import { createFileRoute } from '@tanstack/react-router';
import { canRead, canWrite, scopeOf } from '#domain/permissions.ts';
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

const ClosedBooks = lazyView(
  async () => (await import('#src/features/period-close/period-close.tsx')).PeriodClose,
);
const MailServer = lazyView(
  async () => (await import('#src/features/mail/mail-settings.tsx')).MailServerSettings,
);
const CrateLabels = lazyView(
  async () => (await import('#src/features/crate-labels/crate-labels.tsx')).CrateLabels,
);
const BranchPrices = lazyView(
  async () => (await import('#src/features/branch-prices/branch-prices.tsx')).BranchPrices,
);

const extras: PageExtras = {
  ...branchExtras,
  ...reasonExtras,
  branch: { ...branchExtras.branch, useViews: useMoneyTabs },
};

function Screen() {
  return <ResourceListPage collection="branch" extras={extras} />;
}

/**
 * Tabs for branch prices, crate numbering and closed accounting periods, for users with access to the whole
 * business.
 */
function useMoneyTabs() {
  const { books, labels, mail, prices } = useMessages(branchMessages).list;
  const user = useUser();
  if (scopeOf(user).kind !== 'all') return [];
  return [
    ...(canRead(user, 'settings') ? [{ id: 'prices', name: prices, View: BranchPrices, isApart: true }] : []),
    ...(canWrite(user, 'settings', 'canEdit')
      ? [
          { id: 'labels', name: labels, View: CrateLabels, isApart: true },
          { id: 'books', name: books, View: ClosedBooks, isApart: true },
          { id: 'mail', name: mail, View: MailServer, isApart: true },
        ]
      : []),
  ];
}
