import type { Responsibilities } from '#src/collections/people/people-writes.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { formatList } from '#src/lib/format/list.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { peopleMessages } from '../messages.ts';

interface ResponsibilitiesDialogProps {
  responsibilities: Responsibilities;
  /** What is asked, and what the button says that does it all the same. */
  question: string;
  action: string;
  onSure(): void;
  onClose(): void;
}

/** Asks before something is taken from somebody whom others wait for, and names what hangs on them. */
export function ResponsibilitiesDialog({
  responsibilities,
  question,
  action,
  onSure,
  onClose,
}: ResponsibilitiesDialogProps) {
  const t = useMessages(peopleMessages).users;
  const { approves, places, reviews, drafts } = responsibilities;
  const said = [
    approves.length > 0 ? t.responsibilities.approves(formatList(approves)) : null,
    places.length > 0 ? t.responsibilities.places(formatList(places)) : null,
    reviews > 0 ? t.responsibilities.reviews(reviews) : null,
    drafts > 0 ? t.responsibilities.drafts(drafts) : null,
  ].filter((line) => line !== null);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={question}
        description={t.responsibilities.text}
        footer={
          <>
            <Button onClick={onClose}>{t.keep}</Button>
            <Button variant="destructive" onClick={onSure}>
              {action}
            </Button>
          </>
        }
      >
        <ul className="list-disc space-y-1 ps-5 text-sm">
          {said.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </DialogContent>
    </Dialog>
  );
}
