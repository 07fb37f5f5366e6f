import { useState } from 'react';
import { plainField, plainLabel } from '#platform/web/ui/plain-styles.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { signInMessages } from './messages.ts';

interface PasswordFieldProps {
  id: string;
  label: string;
  autoComplete: 'current-password' | 'new-password';
  disabled: boolean;
  hint?: string;
  /** Field name in the form data; defaults to `password`. */
  name?: string;
}

/** Password input that can be revealed, with a Caps Lock warning. */
export function PasswordField({
  id,
  label,
  autoComplete,
  disabled,
  hint,
  name = 'password',
}: PasswordFieldProps) {
  const t = useMessages(signInMessages);
  const [isShown, setShown] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const note = hasCapsLock ? t.capsLock : hint;
  return (
    <div className="flex flex-col gap-1.5">
      <label className={plainLabel} htmlFor={id}>
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          required
          disabled={disabled}
          aria-describedby={note ? `${id}-note` : undefined}
          className={`${plainField} pe-11`}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          disabled={disabled}
          aria-label={isShown ? t.hidePassword : t.showPassword}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setShown(!isShown)}
          className="absolute end-0 top-0 inline-flex h-full w-10 items-center justify-center rounded-md text-muted-foreground hover:text-foreground touch:w-11"
        >
          <EyeIcon isCrossedOut={isShown} />
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

/** Inlined because the icon library would add too much to the first load. */
function EyeIcon({ isCrossedOut }: { isCrossedOut: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-4"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d="M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7Z" strokeLinejoin="round" />
      <circle cx="12" cy="12" r="3" />
      {isCrossedOut ? <path d="M4 4l16 16" strokeLinecap="round" /> : null}
    </svg>
  );
}
