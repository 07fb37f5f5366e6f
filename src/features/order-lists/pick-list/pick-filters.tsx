import { useNavigate } from '@tanstack/react-router';
import { Select } from '#src/components/ui/input.tsx';

interface PickFilterProps {
  /** Name in the address. */
  name: 'date' | 'section' | 'kitchen';
  label: string;
  all: string;
  value: string | undefined;
  choices: readonly { id: string; name: string }[];
}

/** One filter of the pick list, kept in the address; nothing where there is no choice. */
export function PickFilter({ name, label, all, value, choices }: PickFilterProps) {
  const navigate = useNavigate();
  if (choices.length < 2 && value === undefined) return null;
  return (
    <Select
      aria-label={label}
      className="w-auto min-w-36 max-w-full flex-1 sm:max-w-52"
      value={value ?? ''}
      onChange={(event) => {
        const chosen = event.currentTarget.value || undefined;
        void navigate({ to: '.', search: (before) => ({ ...before, [name]: chosen }), replace: true });
      }}
    >
      <option value="">{all}</option>
      {choices.map(({ id, name: text }) => (
        <option key={id} value={id}>
          {text}
        </option>
      ))}
    </Select>
  );
}
