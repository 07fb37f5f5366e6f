import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { enqueueOrToast } from '#platform/web/outbox/outbox.ts';
import { buildEntryDraft } from '#platform/web/outbox/use-outbox.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { SafetyCheck } from '../shapes.ts';
import { checkKind } from './check-kind.ts';
import { checkDetailMessages } from './detail-messages.ts';
import { moveCheckAction } from './queries.ts';

/** Verifies the selected checks, also offline. */
export function VerifySelected({ checks, onDone }: { checks: readonly SafetyCheck[]; onDone(): void }) {
  const t = useMessages(checkDetailMessages).bulk;
  const user = useUser();
  const verifiable = checks.filter((check) =>
    checkKind.getAvailableTransitions(check, user).some(({ verb }) => verb === 'verify'),
  );

  function verify(): void {
    for (const record of verifiable)
      enqueueOrToast(buildEntryDraft(moveCheckAction, { record, input: { status: 'Verified' } }));
    onDone();
  }

  return (
    <GuardedButton
      variant="primary"
      disabledReason={verifiable.length === 0 ? t.none : null}
      onClick={verify}
    >
      {t.verify(verifiable.length)}
    </GuardedButton>
  );
}
