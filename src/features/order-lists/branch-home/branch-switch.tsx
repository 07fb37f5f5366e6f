import { useNavigate } from '@tanstack/react-router';
import { Select } from '#src/components/ui/input.tsx';

interface BranchSwitchProps {
  label: string;
  choices: readonly { id: string; name: string }[];
  value: string;
}

/** Another branch in the same screen; nothing where there is only one. */
export function BranchSwitch({ label, choices, value }: BranchSwitchProps) {
  const navigate = useNavigate();
  if (choices.length < 2) return null;
  return (
    <Select
      aria-label={label}
      className="w-auto max-w-56"
      value={value}
      onChange={(event) => {
        const branch = event.currentTarget.value;
        void navigate({ to: '.', search: (before) => ({ ...before, branch }), replace: true });
      }}
    >
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
