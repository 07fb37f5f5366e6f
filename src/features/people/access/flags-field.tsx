import { flags, type Permissions } from '#domain/permissions.ts';
import { CheckField } from '#src/components/form/check-field.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { accessMessages } from './access-messages.ts';
import { peopleFormMessages } from '../form-messages.ts';

interface FlagsFieldProps {
  value: Permissions;
  onChange(value: Permissions): void;
  hint?: string | undefined;
}

/** The four flags; one that the person does not hold, they cannot give. */
export function FlagsField({ value, onChange, hint }: FlagsFieldProps) {
  const t = useMessages(peopleFormMessages);
  const words = useMessages(accessMessages).flags;
  const user = useUser();
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="pb-1 font-medium text-sm">{t.fields.permissions}</legend>
      {hint ? <p className="text-muted-foreground text-xs">{hint}</p> : null}
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-4">
        {flags.map((flag) => (
          <CheckField
            key={flag}
            label={words[flag]}
            value={value[flag]}
            onChange={(isOn) => onChange({ ...value, [flag]: isOn })}
            locked={user.isMasterAdmin || user.permissions[flag] ? null : t.locked.flag}
          />
        ))}
      </div>
    </fieldset>
  );
}
