import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Review } from '#modules/reviews/shapes.ts';
import { invalidateReviews, type ReviewStepInput, sendReview } from '#modules/reviews/web/queries.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { reviewMessages } from './messages.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';

/** Sends review actions for a proposal. Never throws; the error is returned in `problem`. */
export function useReviewStep(review: Pick<Review, '_id' | 'version'>) {
  const t = useMessages(reviewMessages);
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const getIdempotencyKey = useIdempotencyKey();

  async function send(input: ReviewStepInput): Promise<boolean> {
    setProblem(null);
    setBusy(true);
    try {
      const updated = await sendReview(review, input, getIdempotencyKey([review._id, review.version, input]));
      toast(t.done[updated.status](updated.name));
      return true;
    } catch (error) {
      setProblem(getErrorMessage(error, t.failed));
      return false;
    } finally {
      setBusy(false);
      invalidateReviews(queryClient);
    }
  }

  return { send, problem, isBusy };
}

/**
 * Returns a function for the idempotency key of a request: the same for equal content, a new one for
 * different content.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ request: '', key: '' });
  return (content) => {
    const request = JSON.stringify(content);
    if (last.current.request !== request) last.current = { request, key: newUuid() };
    return last.current.key;
  };
}
