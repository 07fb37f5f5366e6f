import { CheckCircle2, CloudUpload, Hourglass, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Pill, type Tone } from '#platform/web/ui/pill.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { EntryState } from '#platform/web/outbox/entry.ts';
import { useOutbox } from '#platform/web/outbox/entries.ts';
import { documentMessages } from './messages.ts';

const styles = {
  queued: { tone: 'amber', icon: Hourglass },
  sending: { tone: 'blue', icon: CloudUpload },
  sent: { tone: 'green', icon: CheckCircle2 },
  'needs-attention': { tone: 'red', icon: TriangleAlert },
} satisfies Record<EntryState, { tone: Tone; icon: typeof Hourglass }>;

/** Shows the state of an action: queued, sending, sent or needs attention. */
export function SendState({ state }: { state: EntryState }) {
  const t = useMessages(documentMessages);
  return (
    <Pill tone={styles[state].tone} icon={styles[state].icon}>
      {t.states[state]}
    </Pill>
  );
}

/**
 * State of the user's actions on a document; renders nothing if there have been none since the screen opened.
 */
export function DocumentSendState({ documentKey }: { documentKey: string }) {
  const [openedAt] = useState(Date.now);
  const states = useOutbox()
    .filter(
      (entry) => entry.documentKey === documentKey && (entry.sentAt ?? Number.POSITIVE_INFINITY) > openedAt,
    )
    .map((entry) => entry.state);
  const state = (['needs-attention', 'sending', 'queued', 'sent'] as const).find((candidate) =>
    states.includes(candidate),
  );
  return <span role="status">{state ? <SendState state={state} /> : null}</span>;
}
