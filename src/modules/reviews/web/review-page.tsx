import { useQueryClient } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import type { Review } from '../shapes.ts';
import { reviewStatuses } from '#core/reviews.ts';
import { invalidateReviews, reviewsQuery, sendApprovals } from './queries.ts';
import type { Column } from '#platform/web/data-table/column.ts';
import { DataList } from '#platform/web/data-table/data-list.tsx';
import { useListView, useOpenRow } from '#platform/web/data-table/use-list-view.ts';
import { usePagedList } from '#platform/web/data-table/use-paged-list.ts';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { PageHeader } from '#platform/web/layout/page-header.tsx';
import { pageMessages } from '#platform/web/layout/page-messages.ts';
import { Page } from '#platform/web/layout/page.tsx';
import { EmptyState } from '#platform/web/layout/states.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { ActionConfirmation } from '#platform/documents/web/action-confirmation.tsx';
import { type ReferenceNames, useNames } from '#modules/master-data/web/references/use-names.ts';
import { missingValue, formatAge, formatInstant } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { toast } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { reviewMessages } from '#modules/master-data/web/review/messages.ts';
import {
  getProposalKindLabel,
  reviewTones,
  useFieldLabels,
} from '#modules/master-data/web/review/review-texts.ts';
import { reviewPageMessages } from './messages.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

const pageSize = 100;
const reviewPanel = lazyModule(() => import('#modules/master-data/web/review/review-panel.tsx'));

/** `/procurements/creation/review`: proposals awaiting approval before they take effect. */
export function ReviewPage() {
  const t = useMessages(reviewPageMessages);
  const reviewTexts = useMessages(reviewMessages);
  const title = useMessages(pageMessages).review;
  const view = useListView(['status', 'collection']);
  const openRow = useOpenRow();
  const names = useNames(['items']);
  const { status, collection } = view.filters;
  const statusFilter = status === 'all' ? undefined : (status ?? 'Pending');
  const getColumns = useReviewColumns(names);
  const loaded = useLazyModuleWhen(view.open !== undefined, reviewPanel);
  const list = usePagedList<Review>({
    view,
    pageSize,
    buildQuery: (request) => reviewsQuery({ q: view.q, status: statusFilter, collection, ...request }),
    getColumns,
    defaultSort: '-at',
    matches: (row) =>
      (statusFilter === undefined || row.status === statusFilter) &&
      (collection === undefined || row.collection === collection),
  });
  const states = reviewStatuses.filter((candidate) => candidate !== 'Pending');

  return (
    <Page isWide>
      <PageHeader title={title} context={t.context} />
      <DataList<Review>
        {...list}
        name="reviews"
        label={t.label}
        texts={t}
        getKey={({ _id }) => _id}
        getName={({ name }) => name}
        filters={[
          {
            key: 'status',
            label: t.status,
            all: reviewTexts.statuses.Pending,
            choices: [
              ...states.map((id) => ({ id, name: reviewTexts.statuses[id] })),
              { id: 'all', name: t.all },
            ],
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

/** Approves the selected proposals in one transaction; hidden when the user may approve none. */
function ApproveAll({ reviews, onDone }: ApproveAllProps) {
  const t = useMessages(reviewPageMessages);
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const approvable = reviews.filter(({ allowed }) => allowed.includes('Approved'));
  if (approvable.length === 0) return null;

  async function approve(): Promise<void> {
    setBusy(true);
    try {
      const { length } = await sendApprovals(reviews, newUuid());
      toast(t.approved(length));
      onDone();
    } catch (error) {
      toast(getErrorMessage(error, t.failedAll));
    } finally {
      setBusy(false);
      invalidateReviews(queryClient);
    }
  }

  return (
    <>
      <GuardedButton
        variant="primary"
        disabled={isBusy}
        disabledReason={approvable.length === reviews.length ? null : t.notYours}
        onClick={() => setConfirming(true)}
      >
        {t.approveAll(reviews.length)}
      </GuardedButton>
      {isConfirming ? (
        <ActionConfirmation
          title={t.approveAll(reviews.length)}
          description={t.approveAllText}
          action={t.approveAll(reviews.length)}
          onConfirm={() => void approve()}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}

/** Columns of the proposals. */
function useReviewColumns(names: ReferenceNames): () => Column<Review>[] {
  const { columns } = useMessages(reviewPageMessages);
  const t = useMessages(reviewMessages);
  const labels = useFieldLabels();
  const getItemName = ({ collection, itemId }: Review) =>
    collection === 'packagings' && itemId !== null ? names.getName('items', itemId) : null;
  const formatFields = (review: Review) =>
    review.operation === 'change'
      ? formatList(Object.keys(review.change).map((field) => labels(review.collection, field)))
      : null;
  return () => [
    {
      key: 'name',
      label: columns.name,
      className: 'min-w-44',
      sort: 'name',
      cell: ({ name }) => <bdi>{name}</bdi>,
      value: ({ name }) => name,
    },
    {
      key: 'kind',
      label: columns.kind,
      className: 'whitespace-nowrap',
      cell: (review) => getProposalKindLabel(review, t),
      value: (review) => getProposalKindLabel(review, t),
    },
    {
      key: 'item',
      label: columns.item,
      cell: (review) => <bdi>{getItemName(review) ?? missingValue}</bdi>,
      value: getItemName,
    },
    {
      key: 'fields',
      label: columns.fields,
      className: 'max-w-72 truncate',
      cell: (review) => formatFields(review) ?? missingValue,
      value: formatFields,
    },
    {
      key: 'by',
      label: columns.by,
      sort: 'byName',
      cell: ({ byName }) => <bdi>{byName}</bdi>,
      value: ({ byName }) => byName,
    },
    {
      key: 'at',
      label: columns.at,
      className: 'whitespace-nowrap',
      sort: 'at',
      cell: ({ at }) => <time title={formatInstant(at)}>{formatAge(at)}</time>,
      value: ({ at }) => at,
    },
    {
      key: 'status',
      label: columns.status,
      sort: 'status',
      card: 'corner',
      cell: ({ status }) => <Pill tone={reviewTones[status]}>{t.statuses[status]}</Pill>,
      value: ({ status }) => t.statuses[status],
    },
    {
      key: 'decidedBy',
      label: columns.decidedBy,
      isHiddenByDefault: true,
      cell: ({ decidedByName }) => <bdi>{decidedByName ?? missingValue}</bdi>,
      value: ({ decidedByName }) => decidedByName,
    },
    {
      key: 'reason',
      label: columns.reason,
      isHiddenByDefault: true,
      cell: ({ reason }) => <bdi>{reason ?? missingValue}</bdi>,
      value: ({ reason }) => reason,
    },
  ];
}
