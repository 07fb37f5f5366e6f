import { useQueryClient } from '@tanstack/react-query';
import type { ReviewDetail } from '#modules/reviews/shapes.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { invalidateReviews, sendReview } from '#modules/reviews/web/queries.ts';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import { reviewMessages } from './messages.ts';
import { useIdempotencyKey } from './use-review-step.ts';

const forms = lazyModule(async () => {
  const [{ ResourceForm }, { proposalForms }] = await Promise.all([
    import('../form/resource-form.tsx'),
    import('./proposal-forms.ts'),
  ]);
  return { ResourceForm, proposalForms };
});

interface ReviewEditProps {
  review: ReviewDetail;
  onSent(): void;
  onCancel(): void;
}

/** Form for resubmitting a proposal; fields that it does not show are sent unchanged. */
export function ReviewEdit({ review, onSent, onCancel }: ReviewEditProps) {
  const t = useMessages(reviewMessages);
  const queryClient = useQueryClient();
  const loaded = useLazyModuleWhen(true, forms);
  const getIdempotencyKey = useIdempotencyKey();
  const { collection, current, change } = review;

  async function save(values: JsonRecord) {
    const next = { ...change, ...values };
    try {
      const key = getIdempotencyKey([review._id, review.version, next]);
      await sendReview(review, { change: next }, key);
      invalidateReviews(queryClient);
      return { kind: 'proposed' as const };
    } catch (error) {
      return {
        kind: 'refused' as const,
        message: getErrorMessage(error, t.failed),
        fields: error instanceof ApiError ? error.fields : {},
      };
    }
  }

  if (loaded === null) return <SkeletonRows label={t.loading} rows={5} />;
  const form = {
    row: null,
    slot: `review.${review._id}`,
    initial: { ...current, ...change },
    placement: 'panel',
    save,
    isProposal: true,
    onSaved: onSent,
    onProposed: onSent,
    onCancel,
  } as const;
  return collection === 'items' ? (
    <loaded.proposalForms.items {...form} isNew={review.operation === 'create'} />
  ) : (
    <loaded.ResourceForm {...form} name={collection} />
  );
}
