import { type ReactNode, useState } from 'react';
import type { JsonRecord } from '#contract/tolerant.ts';
import { type Responsibilities, responsibilitiesOf } from '#src/collections/people/people-writes.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { EditFormProps } from '#src/master-data/form/edit-form.tsx';
import { peopleMessages } from '../messages.ts';
import { ResponsibilitiesDialog } from './responsibilities-dialog.tsx';

type Save = EditFormProps['save'];

/** What can be taken from somebody by their form. */
const rights = ['role', 'isMasterAdmin', 'permissions', 'allowedPages', 'branches', 'kitchens'];

interface Question {
  name: string;
  responsibilities: Responsibilities;
  answer(isSure: boolean): void;
}

/**
 * Saving a user asks first where the change takes what others wait for; at once where it does not. The question stands
 * beside the form, not in it.
 */
export function useConfirmResponsibilities(save: Save): { save: Save; question: ReactNode } {
  const t = useMessages(peopleMessages).users;
  const [asked, setAsked] = useState<Question | null>(null);

  async function isSure(row: ResourceRow, values: JsonRecord): Promise<boolean> {
    const change = Object.fromEntries(Object.entries(values).filter(([field]) => rights.includes(field)));
    const responsibilities = Object.keys(change).length > 0 ? await responsibilitiesOf(row, change) : null;
    if (!responsibilities) return true;
    return new Promise((resolve) => {
      setAsked({
        name: row.name,
        responsibilities,
        answer(isYes) {
          setAsked(null);
          resolve(isYes);
        },
      });
    });
  }

  return {
    async save(row, values, key) {
      if (row && !(await isSure(row, values))) return { kind: 'unsent' };
      return save(row, values, key);
    },
    question: asked ? (
      <ResponsibilitiesDialog
        responsibilities={asked.responsibilities}
        question={t.takeQuestion(asked.name)}
        action={t.takeAll}
        onSure={() => asked.answer(true)}
        onClose={() => asked.answer(false)}
      />
    ) : null,
  };
}
