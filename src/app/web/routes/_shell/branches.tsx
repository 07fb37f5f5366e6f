import { createFileRoute } from '@tanstack/react-router';
import { canRead, canWrite, getScope } from '#core/permissions.ts';
import { branchExtras } from '#modules/branches/web/form/branch.tsx';
import { branchMessages } from '#modules/branches/web/form/messages.ts';
import { reasonExtras } from '#modules/reasons/web/form/reasons.tsx';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { ResourceListPage } from '#modules/master-data/web/resource-list-page.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import { listSearch } from '#platform/web/search.ts';
import { useUser } from '#platform/web/session/session.ts';

export const Route = createFileRoute('/_shell/branches')({
  staticData: { page: '/branches', title: 'branches' },
  validateSearch: listSearch,
  component: Screen,
});

const PeriodClose = lazyView(
  async () => (await import('#modules/settings/web/period-close/period-close.tsx')).PeriodClose,
);
const MailServer = lazyView(
  async () => (await import('#modules/mail/web/mail-settings.tsx')).MailServerSettings,
);
const BusinessDetails = lazyView(
  async () => (await import('#modules/business/web/business-details.tsx')).BusinessDetails,
);
const CrateLabels = lazyView(
  async () => (await import('#modules/deliveries/web/crate-labels/crate-labels.tsx')).CrateLabels,
);
const ScaleLabels = lazyView(
  async () => (await import('#modules/settings/web/scale-labels/scale-labels.tsx')).ScaleLabels,
);
const BranchPrices = lazyView(
  async () => (await import('#modules/prices/web/branch-prices.tsx')).BranchPrices,
);

const extras: PageExtras = {
  ...branchExtras,
  ...reasonExtras,
  branch: { ...branchExtras.branch, useViews: useBusinessTabs },
};

function Screen() {
  return <ResourceListPage collection="branch" extras={extras} />;
}

function LabelSettings() {
  return (
    <div className="flex flex-col gap-4">
      <CrateLabels />
      <ScaleLabels />
    </div>
  );
}

/**
 * Tabs for branch prices, business details, labels, closed accounting periods and the mail server, for users
 * with access to the whole business.
 */
function useBusinessTabs() {
  const { books, business, labels, mail, prices } = useMessages(branchMessages).list;
  const user = useUser();
  if (getScope(user).kind !== 'all') return [];
  return [
    ...(canRead(user, 'settings')
      ? [{ id: 'prices', name: prices, View: BranchPrices, isStandalone: true }]
      : []),
    ...(canWrite(user, 'settings', 'canEdit')
      ? [
          { id: 'business', name: business, View: BusinessDetails, isStandalone: true },
          { id: 'labels', name: labels, View: LabelSettings, isStandalone: true },
          { id: 'books', name: books, View: PeriodClose, isStandalone: true },
          { id: 'mail', name: mail, View: MailServer, isStandalone: true },
        ]
      : []),
  ];
}
