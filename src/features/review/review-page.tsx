import { Link } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { canOpenPage } from '#domain/permissions.ts';
import { reviewStatuses } from '#domain/reviews.ts';
import type { Review } from '#contract/reviews.ts';
import { renewReviews, reviewsQuery, sendApprovals } from '#src/collections/master-data/reviews.ts';
import { DataList } from '#src/components/data-table/data-list.tsx';
import { useListView, useOpenRow } from '#src/components/data-table/use-list-view.ts';
import { usePagedList } from '#src/components/data-table/use-paged-list.ts';
import { Page } from '#src/components/layout/page.tsx';
import { PageHeader } from '#src/components/layout/page-header.tsx';
import { pageMessages } from '#src/components/layout/page-messages.ts';
import { EmptyState } from '#src/components/layout/states.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#src/lib/lazy-module.ts';
import { useUser } from '#src/lib/session/session.ts';
import { reviewMessages } from '#src/master-data/review/messages.ts';
import { useNames } from '#src/entities/reference/use-names.ts';
import { reviewPageMessages } from './messages.ts';
import { useReviewColumns } from './review-columns.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { toast } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';

const pageSize = 100;
const panel = lazyModule(() => import('#src/master-data/review/review-panel.tsx'));

/** `/procurements/creation/review`: what waits for a last look before it is published. */
export function ReviewPage() {
  const t = useMessages(reviewPageMessages);
  const words = useMessages(reviewMessages);
  const title = useMessages(pageMessages).review;
  const user = useUser();
  const view = useListView(['status', 'collection']);
  const openRow = useOpenRow();
  const names = useNames(['items']);
  const { status, collection } = view.filters;
  const wanted = status === 'all' ? undefined : (status ?? 'Pending');
  const columnsOf = useReviewColumns(names);
  const loaded = useLazyModuleWhen(view.open !== undefined, panel);
  const list = usePagedList<Review>({
    view,
    pageSize,
    ask: (request) => reviewsQuery({ q: view.q, status: wanted, collection, ...request }),
    columnsOf,
    usualSort: '-at',
    passes: (row) =>
      (wanted === undefined || row.status === wanted) &&
      (collection === undefined || row.collection === collection),
  });
  const states = reviewStatuses.filter((each) => each !== 'Pending');

  return (
    <Page isWide>
      <PageHeader title={title} context={t.context} />
      {canOpenPage(user, '/procurements/settings/supplier') ? (
        <p className="pb-4 text-muted-foreground text-sm">
          {t.purchasing}{' '}
          <Link to="/procurements/settings/supplier" className="text-primary underline underline-offset-4">
            {t.suppliers}
          </Link>
        </p>
      ) : null}
      <DataList<Review>
        {...list}
        name="reviews"
        label={t.label}
        texts={t}
        keyOf={({ _id }) => _id}
        nameOf={({ name }) => name}
        filters={[
          {
            key: 'status',
            label: t.status,
            all: words.statuses.Pending,
            choices: [...states.map((id) => ({ id, name: words.statuses[id] })), { id: 'all', name: t.all }],
          },
          {
            key: 'collection',
            label: t.collection,
            all: t.anyCollection,
            choices: Object.entries(t.collections).map(([id, name]) => ({ id, name })),
          },
        ]}
        empty={<EmptyState icon={CheckCheck} title={t.empty} text={t.emptyText} />}
        bulk={(rows, clear) => <ApproveAll reviews={rows} onDone={clear} />}
      />
      {view.open === undefined || loaded === null ? null : (
        <loaded.ReviewPanel key={view.open} id={view.open} onClose={() => openRow(undefined)} />
      )}
    </Page>
  );
}

interface ApproveAllProps {
  reviews: readonly Review[];
  onDone(): void;
}

/** Approves what is selected, all or none. Nothing where none of it is this person's to approve. */
function ApproveAll({ reviews, onDone }: ApproveAllProps) {
  const t = useMessages(reviewPageMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const approvable = reviews.filter(({ allowed }) => allowed.includes('Approved'));
  if (approvable.length === 0) return null;

  async function approve(): Promise<void> {
    setBusy(true);
    try {
      const { length } = await sendApprovals(reviews, newUuid());
      toast(t.approved(length));
      onDone();
    } catch (error) {
      toast(messageOf(error, t.failedAll));
    } finally {
      setBusy(false);
      renewReviews(queryClient);
    }
  }

  return (
    <GuardedButton
      variant="primary"
      disabled={isBusy}
      blocked={approvable.length === reviews.length ? null : t.notYours}
      onClick={() => void approve()}
    >
      {t.approveAll(reviews.length)}
    </GuardedButton>
  );
}
