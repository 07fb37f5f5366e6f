import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { fieldLook, labelLook } from './look.ts';
import { signInMessages } from './messages.ts';

interface PasswordFieldProps {
  id: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  disabled: boolean;
  hint?: string;
}

/** A password that can be shown, with a word when Caps Lock is on. */
export function PasswordField({ id, label, autoComplete, disabled, hint }: PasswordFieldProps) {
  const t = useMessages(signInMessages);
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const note = hasCapsLock ? t.capsLock : hint;
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="flex flex-col gap-1.5">
      <label className={labelLook} htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          required
          disabled={disabled}
          aria-describedby={note ? `${id}-note` : undefined}
          className={`${fieldLook} pe-11`}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          disabled={disabled}
          aria-label={isShown ? t.hidePassword : t.showPassword}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute end-0 top-0 inline-flex h-full w-10 items-center justify-center rounded-md text-muted-foreground hover:text-foreground touch:w-11"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      </div>
      {note ? (
        <p
          id={`${id}-note`}
          role={hasCapsLock ? 'status' : undefined}
          className="text-muted-foreground text-xs"
        >
          {note}
        </p>
      ) : null}
    </div>
  );
}
