import { useQuery } from '@tanstack/react-query';
import type { FormValues } from '#src/components/form/form-resolver.ts';
import type { ResourceRow } from '#src/collections/resources.ts';
import { lastChangeQuery } from '#src/collections/row-history.ts';
import { Button } from '#src/components/ui/button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader } from '#src/components/ui/table.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type ResourceName } from '../definitions.ts';
import { fieldText, type Words } from '../field-value.ts';
import { resourceListMessages } from '../list-messages.ts';
import { type AnyResourceTexts, resourceMessages } from '../messages.ts';
import { referredBy } from '../resource-columns.tsx';
import { useNames } from '../use-names.ts';
import { formTexts } from './messages.ts';

interface ConflictNoticeProps {
  name: ResourceName;
  /** The row as it is now. */
  current: ResourceRow;
  /** Fields that they or the person changed. */
  fields: readonly string[];
  /** What the form holds. */
  mine: FormValues;
  onTakeTheirs(): void;
  onKeepMine(): void;
}

/** Somebody else saved the row first: who, what stands there now, what stands here, and which one stays. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { name, current, fields, mine, onTakeTheirs, onKeepMine } = props;
  const t = useMessages(formTexts).conflict;
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = definitionOf(name);
  const words: Words = {
    texts,
    t: useMessages(resourceListMessages),
    names: useNames(referredBy(resource, fields)),
  };
  const last = useQuery(lastChangeQuery(resource, current._id));
  const who = last.data ?? null;
  return (
    <section role="alert" className="flex flex-col gap-3 rounded-md border border-status-amber p-3 text-sm">
      <div>
        <h3 className="font-semibold">{t.title(current.name)}</h3>
        <p className="text-muted-foreground">{who ? t.by(who) : t.bySomebody}</p>
      </div>
      <Table aria-label={t.title(current.name)}>
        <TableHeader>
          <tr>
            <TableHead>{t.field}</TableHead>
            <TableHead>{t.theirs}</TableHead>
            <TableHead>{t.mine}</TableHead>
          </tr>
        </TableHeader>
        <TableBody>
          {fields.map((field) => (
            <tr key={field}>
              <TableCell className="text-muted-foreground">{texts.fields[field] ?? field}</TableCell>
              <TableCell>
                <bdi>{fieldText(resource, field, current.values[field], words)}</bdi>
              </TableCell>
              <TableCell>
                <bdi>{fieldText(resource, field, mine[field], words)}</bdi>
              </TableCell>
            </tr>
          ))}
        </TableBody>
      </Table>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onTakeTheirs}>{t.takeTheirs}</Button>
        <Button onClick={onKeepMine}>{t.keepMine}</Button>
      </div>
    </section>
  );
}
