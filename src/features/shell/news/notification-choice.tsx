import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { askForNotifications, useNotificationState } from '#src/lib/new-orders/notification.ts';
import { newsMessages } from './messages.ts';

/** What the browser does about new orders by itself, and the one place that asks for leave to do it. */
export function NotificationChoice() {
  const t = useMessages(newsMessages).notifications;
  const state = useNotificationState();
  return (
    <section className="mt-6 border-t pt-4">
      <h3 className="font-medium text-sm">{t.title}</h3>
      <p role="status" className="pt-1 text-muted-foreground text-sm">
        {t[state]}
      </p>
      {state === 'default' ? (
        <Button className="mt-3" onClick={() => void askForNotifications()}>
          {t.allow}
        </Button>
      ) : null}
    </section>
  );
}
