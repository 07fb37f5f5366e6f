import type { Person } from '#src/collections/people.ts';
import type { Duties } from '#src/collections/people-writes.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Dialog, DialogContent } from '#src/components/ui/dialog.tsx';
import { formatList } from '#src/lib/format/list.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { peopleMessages } from '../messages.ts';

interface SuspendDialogProps {
  person: Person;
  duties: Duties;
  onSuspend(): void;
  onClose(): void;
}

/** Asks before somebody is suspended whom others wait for, and names what hangs on them. */
export function SuspendDialog({ person, duties, onSuspend, onClose }: SuspendDialogProps) {
  const t = useMessages(peopleMessages).users;
  const { approves, places, reviews } = duties;
  const said = [
    approves.length > 0 ? t.duties.approves(formatList(approves)) : null,
    places.length > 0 ? t.duties.places(formatList(places)) : null,
    reviews > 0 ? t.duties.reviews(reviews) : null,
  ].filter((line) => line !== null);
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.suspendQuestion(person.name)}
        description={t.duties.text}
        footer={
          <>
            <Button onClick={onClose}>{t.keep}</Button>
            <Button variant="destructive" onClick={onSuspend}>
              {t.suspend}
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
