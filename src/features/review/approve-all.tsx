import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Review } from '#contract/reviews.ts';
import { renewReviews, sendApprovals } from '#src/collections/master-data/reviews.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { reviewPageMessages } from './messages.ts';

interface ApproveAllProps {
  reviews: readonly Review[];
  onDone(): void;
}

/** Approves what is selected, all or none. Nothing where none of it is this person's to approve. */
export function ApproveAll({ reviews, onDone }: ApproveAllProps) {
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
