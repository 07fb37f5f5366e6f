import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Resource } from '#contract/resources/kit.ts';
import { text } from '#contract/tolerant.ts';
import { type ResourceRow, resourceRowQuery } from '#src/collections/resources.ts';
import { LoadFailed } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { Pill } from '#src/components/ui/pill.tsx';
import { SkeletonRows } from '#src/components/ui/skeleton.tsx';
import { formatInstant } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type ResourceName } from './definitions.ts';
import { fieldText, type Words } from './field-value.ts';
import { resourceListMessages } from './list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from './messages.ts';
import { referredBy } from './resource-columns.tsx';
import { useNames } from './use-names.ts';

interface ResourcePanelProps {
  name: ResourceName;
  id: string;
  /** The row, where the list beside it has it. */
  inList: ResourceRow | undefined;
  actionsOf: ((row: ResourceRow) => ReactNode) | undefined;
  onClose(): void;
}

/** One row with all its fields, beside the list it came from. */
export function ResourcePanel({ name, id, inList, actionsOf, onClose }: ResourcePanelProps) {
  const t = useMessages(resourceListMessages);
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = definitionOf(name);
  const asked = useQuery({ ...resourceRowQuery(resource, id), enabled: inList === undefined });
  const row = inList ?? asked.data;
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={row?.name ?? (asked.error ? t.rowFailed : t.loading(texts.one))}
        description={
          <span className="flex flex-wrap items-center gap-2">
            {texts.one}
            {row && !row.isActive ? <Pill>{t.archived}</Pill> : null}
          </span>
        }
        footer={row ? actionsOf?.(row) : null}
      >
        {row ? (
          <Facts resource={resource} texts={texts} row={row} />
        ) : asked.error ? (
          <LoadFailed title={t.rowFailed} error={asked.error} onRetry={() => void asked.refetch()} />
        ) : (
          <SkeletonRows label={t.loading(texts.one)} />
        )}
      </SheetContent>
    </Dialog>
  );
}

interface FactsProps {
  resource: Resource;
  texts: AnyResourceTexts;
  row: ResourceRow;
}

function Facts({ resource, texts, row }: FactsProps) {
  const t = useMessages(resourceListMessages);
  const fields = Object.keys(resource.allFields);
  const words: Words = { t, texts, names: useNames(referredBy(resource, fields)) };
  const times = (['createdAt', 'updatedAt'] as const).filter((name) => text(row.values[name]));
  return (
    <FactList
      facts={[
        ...fields.map((name) => ({
          key: name,
          label: texts.fields[name] ?? name,
          value: fieldText(resource, name, row.values[name], words),
        })),
        ...times.map((name) => ({ key: name, label: t[name], value: formatInstant(text(row.values[name])) })),
      ]}
    />
  );
}

/** Labels and values, one under another. */
export function FactList({ facts }: { facts: readonly { key: string; label: string; value: ReactNode }[] }) {
  return (
    <dl className="divide-y text-sm">
      {facts.map(({ key, label, value }) => (
        <div key={key} className="grid gap-x-4 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <dt className="text-muted-foreground">{label}</dt>
          <dd dir="auto" className="break-words text-start tabular-nums">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
