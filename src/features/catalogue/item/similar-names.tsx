import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useFormState, useWatch } from 'react-hook-form';
import { isSameName } from '#domain/similar-names.ts';
import { text } from '#contract/tolerant.ts';
import { similarItemsQuery } from '#src/collections/items/similar-items.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useSettled } from '#src/lib/use-settled.ts';
import { itemMessages } from './messages.ts';

/** Says while a name is typed that another item has it already, in either language. It warns and refuses nothing. */
export function SimilarNames() {
  const t = useMessages(itemMessages).similar;
  const { defaultValues } = useFormState();
  const typed: unknown[] = useWatch({ name: ['name', 'nameAlt'] });
  const settled = useSettled(JSON.stringify(typed));
  const [name, nameAlt] = (JSON.parse(settled) as unknown[]).map((value) => text(value)?.trim() ?? '');
  const own = [defaultValues?.['name'], defaultValues?.['nameAlt']].map((value) => text(value) ?? '');
  // An item is never like itself.
  const fresh = (value = '') =>
    value.length > 1 && !own.some((each) => each === value || isSameName(each, value));
  const wanted = {
    ...(name && fresh(name) ? { name } : {}),
    ...(nameAlt && fresh(nameAlt) ? { nameAlt } : {}),
  };
  const isAsked = Object.keys(wanted).length > 0;
  const { data } = useQuery({ ...similarItemsQuery(wanted), enabled: isAsked });
  const found = isAsked ? (data ?? []) : [];
  return (
    <div role="status">
      {found.length === 0 ? null : (
        <div className="flex flex-col gap-1 rounded-md border border-status-amber px-3 py-2 text-sm">
          <p className="font-medium">{t.title}</p>
          <ul>
            {found.map((item) => (
              <li key={item._id}>
                <Link
                  to="/items/$id/edit"
                  params={{ id: item._id }}
                  target="_blank"
                  className="text-primary underline-offset-4 hover:underline"
                >
                  {t.open(item.name, item.itemCode)}
                </Link>
                {item.isActive ? null : <span className="text-muted-foreground"> · {t.archived}</span>}
              </li>
            ))}
          </ul>
          <p className="text-muted-foreground text-xs">{t.text}</p>
        </div>
      )}
    </div>
  );
}
