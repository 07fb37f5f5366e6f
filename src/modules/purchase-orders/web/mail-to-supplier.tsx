import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PurchaseOrder } from '../shapes.ts';
import { getMailFailureMessages } from '#modules/mail/failure-texts.ts';
import { purchaseMailsQuery, sendPurchaseMail } from '#modules/mail/web/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { errorMessage } from '#platform/web/api/localize-error.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { purchaseMessages } from './messages.ts';

/**
 * Emails the order with its printout to the supplier, and shows what was sent. Hidden if email isn't
 * configured.
 */
export function MailToSupplier({ order }: { order: PurchaseOrder }) {
  const t = useMessages(purchaseMessages).mail;
  const locale = useLocale();
  const queryClient = useQueryClient();
  const mailsQuery = purchaseMailsQuery(order._id);
  const { data } = useQuery(mailsQuery);
  const [isBusy, setBusy] = useState(false);
  if (!data?.isSetUp) return null;
  const [last] = data.mails;
  const failureReason = last?.answer ?? null;
  const send = async () => {
    setBusy(true);
    try {
      await sendPurchaseMail(order._id, locale, newUuid());
      toast(t.sent);
    } catch (error) {
      toastError(errorMessage(error, t.failed));
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: mailsQuery.queryKey });
  };
  return (
    <section aria-label={t.title} className="flex flex-wrap items-center gap-3 text-sm">
      <Button disabled={isBusy || data.address === null} onClick={() => void send()}>
        {data.address === null ? t.noAddress : t.send(data.address)}
      </Button>
      {last ? (
        <span className="text-muted-foreground">
          {t.states[last.state]} · {formatInstant(last.endedAt ?? last.createdAt)}
          {failureReason === null ? null : (
            <>
              {' · '}
              <bdi>{getMailFailureMessages(locale)[failureReason] ?? failureReason}</bdi>
            </>
          )}
        </span>
      ) : null}
    </section>
  );
}
