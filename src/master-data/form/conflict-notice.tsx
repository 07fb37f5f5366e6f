import { useQuery } from '@tanstack/react-query';
import { lastChangeQuery } from '#src/collections/master-data/row-history.ts';
import { ConflictTable } from '#src/components/form/conflict-table.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import type { Conflict } from './edit-form.tsx';
import { definitionOf, type CollectionKey } from '#contract/resources/index.ts';
import { fieldText } from '../field-value.ts';
import { type AnyResourceTexts, resourceMessages } from '../messages.ts';
import { useWords } from '../use-words.ts';

interface ConflictNoticeProps extends Conflict {
  name: CollectionKey;
}

/** Somebody else saved the row first: who, what stands there now, what stands here, and which one stays. */
export function ConflictNotice(props: ConflictNoticeProps) {
  const { name, current, mine, onTakeTheirs, onKeepMine } = props;
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = definitionOf(name);
  const fields = props.fields.filter((field) => field in resource.allFields);
  const words = useWords(name, fields);
  const last = useQuery(lastChangeQuery(resource, current._id));
  return (
    <ConflictTable
      name={current.name}
      who={last.data ?? null}
      rows={fields.map((field) => ({
        key: field,
        label: texts.fields[field] ?? field,
        theirs: fieldText(resource, field, current.values, words),
        mine: fieldText(resource, field, { ...current.values, ...mine }, words),
      }))}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
    />
  );
}
