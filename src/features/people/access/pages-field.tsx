import { useId } from 'react';
import { canOpenPage } from '#domain/permissions.ts';
import { Chips } from '#src/components/form/chips.tsx';
import { CheckField } from '#src/components/form/check-field.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { accessMessages } from './access-messages.ts';
import { PageNode } from './page-node.tsx';
import { isTicked, opensAll, pagesBelow, pageTree, strangeEntries } from './page-tree.ts';

interface PagesFieldProps {
  value: readonly string[];
  onChange(pages: string[]): void;
  /** Whether the person holds “View”: an empty list then opens everything. */
  canView: boolean;
  error: string | null;
}

/** Allowed pages as a tree of ticks. What the one who ticks cannot open, they cannot give. */
export function PagesField({ value, onChange, canView, error }: PagesFieldProps) {
  const t = useMessages(accessMessages).pages;
  const user = useUser();
  const id = useId();
  const isAll = opensAll(value);
  const all = pageTree.flatMap(pagesBelow);
  const count = all.filter(({ path }) => isTicked(value, path)).length;
  const mayGiveAll = user.isMasterAdmin || canOpenPage(user, '*');
  const said = isAll
    ? t.allSaid
    : value.length > 0
      ? t.some(count, all.length)
      : canView
        ? t.emptyOpen
        : t.emptyShut;
  const strange = strangeEntries(value);
  return (
    <fieldset aria-describedby={`${id}-said`} className="flex min-w-0 flex-col gap-2">
      <legend className="pb-1 font-medium text-sm">{t.title}</legend>
      <CheckField
        label={t.all}
        value={isAll}
        onChange={(isOn) => onChange(isOn ? ['*'] : value.filter((entry) => entry !== '*'))}
        locked={mayGiveAll ? null : t.notAllYours}
        error={error}
        name="allowedPages"
      />
      <p id={`${id}-said`} role="status" className="text-muted-foreground text-sm">
        {said}
      </p>
      <ul className="rounded-md border bg-card py-1">
        {pageTree.map((node) => (
          <PageNode key={node.label} node={node} depth={0} pages={value} onChange={onChange} />
        ))}
      </ul>
      {strange.length > 0 ? (
        <>
          <p className="text-muted-foreground text-xs">{t.strange}</p>
          <Chips
            label={t.strange}
            chips={strange.map((entry) => ({ id: entry, name: entry }))}
            onRemove={(entry) => onChange(value.filter((each) => each !== entry))}
          />
        </>
      ) : null}
    </fieldset>
  );
}
