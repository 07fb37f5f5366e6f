import { useQuery } from '@tanstack/react-query';
import type { PurchaseOrder } from '../shapes.ts';
import { getMailFailureMessages } from '#modules/mail/failure-texts.ts';
import { purchaseMailsQuery } from '#modules/mail/web/queries.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { formatInstant } from '#platform/web/format/format.ts';
import { useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useOutboxMutation } from '#platform/web/outbox/use-outbox.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { purchaseMessages } from './messages.ts';
import { mailPurchaseAction } from './queries.ts';

/** Interval at which the status of an unsent email is refetched. */
const mailStatusMs = 3000;

/**
 * Emails the order with its printout to the supplier, and shows the status of the last email. Hidden if email
 * isn't configured.
 */
export function MailToSupplier({ order }: { order: PurchaseOrder }) {
  const t = useMessages(purchaseMessages).mail;
  const locale = useLocale();
  const { data } = useQuery({
    ...purchaseMailsQuery(order._id),
    refetchInterval({ state }) {
      const last = state.data?.emails[0];
      if (last?.state !== 'waiting' && last?.state !== 'sending') return false;
      // Retried or paused emails can wait for hours.
      return state.dataUpdateCount < 20 ? mailStatusMs : 20 * mailStatusMs;
    },
  });
  const { mail, isPending } = useMailPurchase();
  if (!data?.isSetUp) return null;
  const [last] = data.emails;
  const failureReason = last?.serverResponse ?? null;
  return (
    <section aria-label={t.title} className="flex flex-wrap items-center gap-3 text-sm">
      <Button disabled={isPending || data.address === null} onClick={() => void mail(order, false)}>
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

/** Queues the email of an order, after the actions on it that are already queued. */
export function useMailPurchase() {
  const t = useMessages(purchaseMessages).mail;
  const language = useLocale();
  const { send, isPending } = useOutboxMutation(mailPurchaseAction);
  /** `unlessSent` sends at most one email for the order, even if several users or devices send it. */
  async function mail(record: Pick<PurchaseOrder, '_id' | 'number'>, unlessSent: boolean): Promise<void> {
    try {
      await send({ record, language, unlessSent });
      toast(t.sent);
    } catch (error) {
      // If sending the order was rejected, its email is discarded.
      if (!(error instanceof ApiError) || error.code !== 'DISCARDED')
        toastError(`${record.number}: ${getErrorMessage(error, t.failed)}`);
    }
  }
  return { mail, isPending };
}

interface MailFieldProps {
  orderId: string;
  /** Whether several orders are sent together; their suppliers' addresses aren't shown. */
  isBulk?: boolean;
}

/** Checkbox `mail` of the send dialog. Hidden if email isn't configured, or the supplier has no address. */
export function MailField({ orderId, isBulk = false }: MailFieldProps) {
  const t = useMessages(purchaseMessages).mail;
  const { data } = useQuery(purchaseMailsQuery(orderId));
  if (!data?.isSetUp || (data.address === null && !isBulk)) return null;
  return (
    <label className="flex min-h-9 items-center gap-2.5 text-sm touch:min-h-11">
      <input type="checkbox" name="mail" defaultChecked className="size-4 accent-primary" />
      <span className="min-w-0 break-words">{isBulk ? t.sendAll : t.send(data.address ?? '')}</span>
    </label>
  );
}
