import type { Review } from '#contract/reviews.ts';
import type { Column } from '#src/components/data-table/column.ts';
import { Pill } from '#src/components/ui/pill.tsx';
import { absent, formatAge, formatInstant } from '#src/lib/format/format.ts';
import { formatList } from '#src/lib/format/list.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { reviewMessages } from '#src/master-data/review/messages.ts';
import { kindOf, reviewTones, useFieldLabels } from '#src/master-data/review/review-words.ts';
import type { Names } from '#src/entities/reference/use-names.ts';
import { reviewPageMessages } from './messages.ts';

/** The columns of the proposals. */
export function useReviewColumns(names: Names): () => Column<Review>[] {
  const { columns } = useMessages(reviewPageMessages);
  const t = useMessages(reviewMessages);
  const labels = useFieldLabels();
  const itemOf = ({ collection, itemId }: Review) =>
    collection === 'packagings' && itemId !== null ? names.of('items', itemId) : null;
  const fieldsOf = (review: Review) =>
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
      cell: (review) => kindOf(review, t),
      value: (review) => kindOf(review, t),
    },
    {
      key: 'item',
      label: columns.item,
      cell: (review) => <bdi>{itemOf(review) ?? absent}</bdi>,
      value: itemOf,
    },
    {
      key: 'fields',
      label: columns.fields,
      className: 'max-w-72 truncate',
      cell: (review) => fieldsOf(review) ?? absent,
      value: fieldsOf,
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
      isOff: true,
      cell: ({ decidedByName }) => <bdi>{decidedByName ?? absent}</bdi>,
      value: ({ decidedByName }) => decidedByName,
    },
    {
      key: 'reason',
      label: columns.reason,
      isOff: true,
      cell: ({ reason }) => <bdi>{reason ?? absent}</bdi>,
      value: ({ reason }) => reason,
    },
  ];
}
