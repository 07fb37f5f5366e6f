import { X } from 'lucide-react';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { fieldMessages } from './field-messages.ts';

interface ChipsProps {
  label: string;
  chips: readonly { id: string; name: string; note?: string | undefined }[];
  /** Omitted: the chips can't be removed. */
  onRemove?: ((id: string) => void) | undefined;
}

/** Removable chips of selected or entered values. */
export function Chips({ label, chips, onRemove }: ChipsProps) {
  const t = useMessages(fieldMessages);
  if (chips.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {chips.map(({ id, name, note }) => (
        <li
          key={id}
          className="flex min-h-7 max-w-full items-center gap-1 rounded-full border bg-secondary ps-2.5 pe-1 text-sm"
        >
          <bdi className="truncate">{name}</bdi>
          {note ? <span className="text-muted-foreground text-xs">{note}</span> : null}
          {onRemove ? (
            <button
              type="button"
              aria-label={t.remove(name)}
              className="inline-flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-accent touch:size-11"
              onClick={() => onRemove(id)}
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
