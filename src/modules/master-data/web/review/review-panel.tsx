import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { Review, ReviewDetail } from '#modules/reviews/shapes.ts';
import { readNumberValue } from '#platform/shapes/tolerant.ts';
import {
  invalidateSeenReviews,
  reviewQuery,
  reviewSummaryQuery,
  markReviewsSeen,
} from '#modules/reviews/web/queries.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { formatAge } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { reviewMessages } from './messages.ts';
import { ReviewBody } from './review-body.tsx';
import { ReviewEdit } from './review-edit.tsx';
import { getProposalKindLabel, reviewTones } from './review-texts.ts';
import { useReviewStep } from './use-review-step.ts';
import { Field } from '#platform/web/ui/field.tsx';
import { Textarea } from '#platform/web/ui/input.tsx';

interface ReviewPanelProps {
  id: string;
  onClose(): void;
}

/** Panel of one proposal: its changes, their effects, and the available actions. */
export function ReviewPanel({ id, onClose }: ReviewPanelProps) {
  const t = useMessages(reviewMessages);
  const { data: review, error, refetch } = useQuery(reviewQuery(id));
  const [isEditing, setEditing] = useState(false);
  const step = useReviewStep({ _id: id, version: review?.version ?? 0 });
  useMarkSeen(review);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={review ? (isEditing ? t.editing(review.name) : review.name) : error ? t.failedOne : t.loading}
        description={review ? <ProposalHeader review={review} /> : undefined}
        footer={
          review && !isEditing && (review.allowed.length > 0 || step.problem !== null) ? (
            <Actions review={review} step={step} onEdit={() => setEditing(true)} onDone={onClose} />
          ) : null
        }
      >
        {review && isEditing ? (
          <ReviewEdit review={review} onSent={onClose} onCancel={() => setEditing(false)} />
        ) : review ? (
          <ReviewBody review={review} />
        ) : error ? (
          <LoadFailed title={t.failedOne} error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonRows label={t.loading} />
        )}
      </SheetContent>
    </Dialog>
  );
}

function ProposalHeader({ review }: { review: ReviewDetail }) {
  const t = useMessages(reviewMessages);
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Pill tone={reviewTones[review.status]}>{t.statuses[review.status]}</Pill>
      {getProposalKindLabel(review, t)}
      <span>{t.by(review.byName, formatAge(review.at))}</span>
    </span>
  );
}

interface ActionsProps {
  review: ReviewDetail;
  step: ReturnType<typeof useReviewStep>;
  onEdit(): void;
  onDone(): void;
}

function Actions({ review, step: { send, problem, isBusy }, onEdit, onDone }: ActionsProps) {
  const t = useMessages(reviewMessages);
  const user = useUser();
  const [isReturning, setReturning] = useState(false);
  const isAllowed = (status: (typeof review.allowed)[number]) => review.allowed.includes(status);
  const { base, current } = review;
  const isStale = base !== null && current !== null && base['version'] !== current['version'];
  const rowVersion = current && isStale ? readNumberValue(current['version']) : null;
  const isDeleted = review.operation !== 'create' && current === null;
  const sendStep = async (input: Parameters<typeof send>[0]) => {
    if (await send(input)) onDone();
  };
  return (
    <>
      {problem ? (
        <p role="alert" className="basis-full text-destructive text-sm">
          {problem}
        </p>
      ) : null}
      {isAllowed('Withdrawn') ? (
        <Button disabled={isBusy} onClick={() => void sendStep({ status: 'Withdrawn' })}>
          {t.withdraw}
        </Button>
      ) : null}
      {isAllowed('Pending') && review.operation !== 'delete' ? (
        <Button variant="primary" disabled={isBusy} onClick={onEdit}>
          {t.edit}
        </Button>
      ) : null}
      {isAllowed('Returned') ? (
        <Button disabled={isBusy} onClick={() => setReturning(true)}>
          {t.returnAction}
        </Button>
      ) : null}
      {isAllowed('Approved') && !isDeleted ? (
        <Button
          variant="primary"
          disabled={isBusy}
          onClick={() =>
            void sendStep({ status: 'Approved', ...(rowVersion === null ? {} : { rowVersion }) })
          }
        >
          {isStale ? t.approveAnyway : t.approve}
        </Button>
      ) : null}
      {review.byId === user._id && review.status === 'Pending' ? (
        <p className="basis-full text-muted-foreground text-xs">{t.ownProposal}</p>
      ) : null}
      {isReturning ? (
        <ReturnDialog
          name={review.name}
          problem={problem}
          isBusy={isBusy}
          onReturn={(reason) => void sendStep({ status: 'Returned', reason })}
          onClose={() => setReturning(false)}
        />
      ) : null}
    </>
  );
}

interface ReturnDialogProps {
  name: string;
  problem: string | null;
  isBusy: boolean;
  onReturn(reason: string): void;
  onClose(): void;
}

/** Dialog that asks for a reason, which is required to return a proposal. */
function ReturnDialog({ name, problem, isBusy, onReturn, onClose }: ReturnDialogProps) {
  const t = useMessages(reviewMessages);
  const formId = useId();
  const [isMissing, setMissing] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    event.stopPropagation();
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    if (reason === '') setMissing(true);
    else onReturn(reason);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.returnTitle(name)}
        description={t.returnText}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" form={formId} variant="primary" disabled={isBusy}>
              {t.send}
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
          {problem ? (
            <p role="alert" className="text-destructive text-sm">
              {problem}
            </p>
          ) : null}
          <Field label={t.requestedChanges} error={isMissing ? t.requestedChangesRequired : null}>
            {(control) => (
              <Textarea
                {...control}
                name="reason"
                dir="auto"
                rows={3}
                maxLength={500}
                onChange={() => setMissing(false)}
              />
            )}
          </Field>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/** Marks a decided proposal as seen when its proposer opens it, which dismisses its notification. */
function useMarkSeen(review: Review | undefined): void {
  const user = useUser();
  const queryClient = useQueryClient();
  const { data } = useQuery(reviewSummaryQuery());
  const isDecided = review?.status === 'Approved' || review?.status === 'Returned';
  const hasUnseenDecisions = (data?.ownUnseenDecisions ?? 0) > 0;
  const unseenDecision = isDecided && hasUnseenDecisions && review.byId === user._id ? review : null;
  const id = unseenDecision?._id;
  useEffect(() => {
    if (id === undefined) return;
    // After a failure, the proposal stays unseen and is marked the next time it is opened.
    void markReviewsSeen([{ _id: id }])
      .then(() => invalidateSeenReviews(queryClient))
      .catch(() => undefined);
  }, [id, queryClient]);
}
