import { useMessages } from '#src/lib/i18n/messages.ts';
import { definitionOf, type CollectionKey } from '#contract/resources/index.ts';
import { resourceMessages } from './messages.ts';
import { NewLink } from './new-link.tsx';
import { rowMessages } from './row-messages.ts';
import { useRights } from '#src/lib/session/use-rights.ts';

/** Opens an empty form; not there for whoever may not make rows. */
export function NewButton({ name }: { name: CollectionKey }) {
  const t = useMessages(rowMessages);
  const { one } = useMessages(resourceMessages)[name];
  return useRights(definitionOf(name)).canCreate ? <NewLink label={t.create(one)} /> : null;
}
