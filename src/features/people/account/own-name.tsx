import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import {
  currentName,
  type OwnName as KnownName,
  ownNameQuery,
  sendOwnName,
} from '#src/collections/people/own-name.ts';
import { fieldMessages } from '#src/components/form/field-messages.ts';
import { GuardedButton } from '#src/components/form/guarded-button.tsx';
import { saveMessages } from '#src/components/form/save-messages.ts';
import { TextField } from '#src/components/form/text-field.tsx';
import { ApiError, messageOf } from '#src/lib/api/api-error.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { toast } from '#src/lib/toast.ts';
import { newUuid } from '#src/lib/uuid.ts';
import { peopleMessages } from '../messages.ts';
import { sessionMessages } from './session-messages.ts';

const longest = 120;

/** The name that others read beside what one does. Role, rights and places are for those who manage users. */
export function OwnName() {
  const t = useMessages(sessionMessages).account;
  const save = useMessages(saveMessages);
  const { issues } = useMessages(fieldMessages);
  const label = useMessages(peopleMessages).users.columns.name;
  const user = useUser();
  const queryClient = useQueryClient();
  const latest = useQuery(ownNameQuery()).data;
  /** What was typed, and the name that it is to take the place of. */
  const [typed, setTyped] = useState<{ text: string; over: KnownName | undefined } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  /** Of all tries to save the same name: one whose answer got lost is not a change by somebody else. */
  const key = useRef(newUuid());
  const known = typed?.over ?? latest;
  const value = typed?.text ?? known?.name ?? user.name;
  const name = value.trim();
  const isChanged = known !== undefined && name !== known.name;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isChanged) return;
    if (name === '') return setProblem(issues.missing);
    if (name.length > longest) return setProblem(issues.tooLong(longest));
    setSaving(true);
    try {
      await sendOwnName(queryClient, { name, version: known.version }, key.current);
      setTyped(null);
      key.current = newUuid();
      toast(t.nameSaved(name));
    } catch (error) {
      const theirs = currentName(error);
      const fields = error instanceof ApiError ? error.fields : {};
      if (theirs) setTyped({ text: value, over: theirs });
      setProblem(theirs ? t.nameTaken(theirs.name) : (fields['name'] ?? messageOf(error, t.nameFailed)));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void send(event)}>
      <TextField
        name="name"
        label={label}
        value={value}
        error={problem}
        isRequired
        locked={known?.version === null ? t.nameFixed : null}
        onChange={(next) => {
          setTyped({ text: next, over: known });
          setProblem(null);
          key.current = newUuid();
        }}
      />
      <GuardedButton
        type="submit"
        className="self-start"
        blocked={isSaving ? save.saving : isChanged ? null : save.unchanged}
      >
        {t.saveName}
      </GuardedButton>
    </form>
  );
}
