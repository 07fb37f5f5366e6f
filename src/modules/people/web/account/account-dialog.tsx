import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import {
  readCurrentProfileName,
  type ProfileName,
  profileNameQuery,
  updateProfileName,
} from '../queries/profile-name.ts';
import { changePassword, refetchSessions } from '../queries/sessions.ts';
import { fieldMessages } from '#platform/web/form/field-messages.ts';
import { FieldFrame, type FieldProps } from '#platform/web/form/field-frame.tsx';
import { GuardedButton } from '#platform/web/form/guarded-button.tsx';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { saveMessages } from '#platform/web/form/save-messages.ts';
import { TextField } from '#platform/web/form/text-field.tsx';
import { FactList } from '#platform/web/layout/fact-list.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { ApiError } from '#platform/web/api/api-error.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { layoutMessages } from '#platform/web/layout/messages.ts';
import { useRoleLabel } from '#platform/web/layout/use-role-label.ts';
import { chooseLocale } from '#platform/web/i18n/choose-locale.ts';
import {
  setNumberChoice,
  applyNumberStyle,
  type NumberChoice as Choice,
  numberChoices,
  getNumberStyle,
  useNumberChoice,
} from '#platform/web/i18n/number-style.ts';
import { type Locale, locales, useLocale } from '#platform/web/i18n/locale.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { toast, toastError } from '#platform/web/toast.ts';
import { newUuid } from '#platform/web/uuid.ts';
import { peopleMessages } from '../messages.ts';
import { accountMessages } from './messages.ts';
import { SessionsList } from './sessions-list.tsx';

/** Account settings of the signed-in user: name, password and signed-in devices. */
export function AccountDialog({ onClose }: { onClose(): void }) {
  const t = useMessages(accountMessages);
  const peopleTexts = useMessages(peopleMessages);
  const user = useUser();
  const getRoleLabel = useRoleLabel();
  const { columns } = peopleTexts.users;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent title={t.account.title} description={<bdi>{user.name}</bdi>}>
        <div className="flex flex-col gap-8">
          <FactList
            facts={[
              { key: 'email', label: columns.email, value: user.email },
              { key: 'role', label: columns.role, value: getRoleLabel(user.role, user.roleLabel) },
              {
                key: 'description',
                label: columns.description,
                value: user.roleDescription ?? peopleTexts.noDescription,
              },
            ]}
          />
          <OwnName />
          <LanguageChoice />
          <NumberChoice />
          <PasswordForm />
          <section className="flex flex-col gap-2">
            <h3 className="font-semibold text-sm">{t.label}</h3>
            <SessionsList userId={null} canEnd disabledReason={null} />
          </section>
        </div>
      </SheetContent>
    </Dialog>
  );
}

const maxNameLength = 120;

/** Display name. Role, permissions and locations are changed by user managers. */
function OwnName() {
  const t = useMessages(accountMessages).account;
  const save = useMessages(saveMessages);
  const { issues } = useMessages(fieldMessages);
  const label = useMessages(peopleMessages).users.columns.name;
  const user = useUser();
  const queryClient = useQueryClient();
  const latestProfile = useQuery(profileNameQuery()).data;
  /** The unsaved name, and the stored name that it replaces. */
  const [draft, setDraft] = useState<{ text: string; replaces: ProfileName | undefined } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  /**
   * Idempotency key for all attempts to save a name, so that a retry after a lost response isn't reported as
   * someone else's change.
   */
  const idempotencyKey = useRef(newUuid());
  const storedProfile = draft?.replaces ?? latestProfile;
  const value = draft?.text ?? storedProfile?.name ?? user.name;
  const name = value.trim();
  const isChanged = storedProfile !== undefined && name !== storedProfile.name;

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isChanged) return;
    if (name === '') return setProblem(issues.missing);
    if (name.length > maxNameLength) return setProblem(issues.tooLong(maxNameLength));
    setSaving(true);
    try {
      await updateProfileName(queryClient, { name, version: storedProfile.version }, idempotencyKey.current);
      setDraft(null);
      idempotencyKey.current = newUuid();
      toast(t.nameSaved(name));
    } catch (error) {
      const current = readCurrentProfileName(error);
      const fields = error instanceof ApiError ? error.fields : {};
      if (current) setDraft({ text: value, replaces: current });
      setProblem(
        current ? t.nameTaken(current.name) : (fields['name'] ?? getErrorMessage(error, t.nameFailed)),
      );
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
        lockedReason={storedProfile?.version === null ? t.nameFixed : null}
        onChange={(next) => {
          setDraft({ text: next, replaces: storedProfile });
          setProblem(null);
          idempotencyKey.current = newUuid();
        }}
      />
      <GuardedButton
        type="submit"
        className="self-start"
        disabledReason={isSaving ? save.saving : isChanged ? null : save.unchanged}
      >
        {t.saveName}
      </GuardedButton>
    </form>
  );
}

function LanguageChoice() {
  const t = useMessages(layoutMessages);
  const locale = useLocale();
  return (
    <ChoiceField
      name="language"
      label={t.language}
      value={locale}
      error={null}
      options={Object.entries(locales).map(([id, { name }]) => ({ id, name }))}
      onChange={(chosen) => {
        const next = chosen as Locale;
        chooseLocale(next).catch(() => toastError(t.languageFailed(locales[next].name)));
      }}
    />
  );
}

/** Number format for display and input on this device. */
function NumberChoice() {
  const t = useMessages(layoutMessages).numbers;
  const formatSample = (choice: Choice) => applyNumberStyle('1,234.5', getNumberStyle(choice));
  return (
    <ChoiceField
      name="numbers"
      label={t.label}
      value={useNumberChoice()}
      error={null}
      options={numberChoices.map((id) => ({
        id,
        name: id === 'auto' ? t.auto(formatSample(id)) : formatSample(id),
      }))}
      onChange={(chosen) => setNumberChoice(numberChoices.find((id) => id === chosen) ?? 'auto')}
    />
  );
}

type Problems = Readonly<Record<string, string>>;
const emptyForm = { currentPassword: '', newPassword: '' };

function PasswordForm() {
  const { account, password } = useMessages(accountMessages);
  const queryClient = useQueryClient();
  const [values, setValues] = useState(emptyForm);
  const [problems, setProblems] = useState<Problems>({});
  const [isSaving, setSaving] = useState(false);

  async function onSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    if (values.newPassword.length < 8) return setProblems({ newPassword: password.short });
    setSaving(true);
    try {
      await changePassword(values);
      setValues(emptyForm);
      toast(account.saved);
      await refetchSessions(queryClient);
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(
        Object.keys(fields).length > 0 ? fields : { newPassword: getErrorMessage(error, account.failed) },
      );
    } finally {
      setSaving(false);
    }
  }

  const getFieldProps = (name: keyof typeof emptyForm) => ({
    name,
    value: values[name],
    error: problems[name] ?? null,
    isRequired: true,
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
      setProblems({});
    },
  });
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <h3 className="font-semibold text-sm">{account.password}</h3>
      <PasswordInput
        {...getFieldProps('currentPassword')}
        label={account.current}
        autoComplete="current-password"
      />
      <PasswordInput
        {...getFieldProps('newPassword')}
        label={account.next}
        hint={account.hint}
        autoComplete="new-password"
      />
      <GuardedButton type="submit" className="self-start" disabledReason={isSaving ? password.saving : null}>
        {account.save}
      </GuardedButton>
    </form>
  );
}

interface PasswordInputProps extends FieldProps<string> {
  autoComplete: 'current-password' | 'new-password';
}

function PasswordInput({ autoComplete, ...field }: PasswordInputProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <Input
          {...control}
          type="password"
          dir="ltr"
          autoComplete={autoComplete}
          value={field.value}
          onChange={(event) => field.onChange(event.currentTarget.value)}
        />
      )}
    </FieldFrame>
  );
}
