import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { watchUnsaved } from '#platform/web/drafts/unsaved.ts';
import { sessionStore } from '#platform/web/session/session.ts';
import { saveMessages } from './save-messages.ts';

/**
 * Asks for confirmation before the user leaves a changed form with a link, Esc, the back button or by closing
 * the tab. The form renders `confirmation` and calls `detach` before it navigates itself (saved, discarded);
 * `onDiscard` is called if the user discards the input.
 */
export function useLeaveGuard(isDirty: boolean, onDiscard?: () => void) {
  const t = useMessages(saveMessages);
  const isDetached = useRef(false);
  const stayButton = useRef<HTMLButtonElement>(null);
  // A sign-out is never blocked.
  const shouldBlock = () => isDirty && !isDetached.current && sessionStore.get().status === 'signed-in';
  const blocker = useBlocker({
    shouldBlockFn: shouldBlock,
    enableBeforeUnload: shouldBlock,
    withResolver: true,
  });
  const shouldBlockRef = useRef(shouldBlock);
  useEffect(() => {
    shouldBlockRef.current = shouldBlock;
  });
  useEffect(() => watchUnsaved(() => shouldBlockRef.current()), []);
  const stay = () => blocker.reset?.();
  const discard = () => {
    onDiscard?.();
    blocker.proceed?.();
  };
  return {
    detach() {
      isDetached.current = true;
    },
    confirmation:
      blocker.status === 'blocked' ? (
        <Dialog open onOpenChange={stay}>
          <DialogContent
            title={t.leave.title}
            description={t.leave.text}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              stayButton.current?.focus();
            }}
            footer={
              <>
                <Button onClick={discard}>{t.leave.discard}</Button>
                <Button ref={stayButton} variant="primary" onClick={stay}>
                  {t.leave.stay}
                </Button>
              </>
            }
          />
        </Dialog>
      ) : null,
  };
}
