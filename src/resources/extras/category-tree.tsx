import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { itemCategories } from '#contract/resources/item-categories.ts';
import { subCategories } from '#contract/resources/sub-categories.ts';
import { reference } from '#contract/tolerant.ts';
import { itemCountsQuery } from '#src/collections/arranging.ts';
import { allResourceQuery } from '#src/collections/resources.ts';
import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { noneId } from '../resource-filters.ts';
import { extrasMessages } from './messages.ts';

const row = 'flex min-h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-accent touch:min-h-11';

/** Categories with their sub-categories and how many items each has; a category narrows the list beside it. */
export function CategoryTree() {
  const t = useMessages(extrasMessages).tree;
  const { parent }: { parent?: unknown } = useSearch({ strict: false });
  const categories = useQuery(allResourceQuery(itemCategories, { active: true })).data?.rows ?? [];
  const subs = useQuery(allResourceQuery(subCategories, { active: true })).data?.rows ?? [];
  const ofCategory = useQuery(itemCountsQuery('category')).data;
  const ofSub = useQuery(itemCountsQuery('subCategory')).data;
  const without = ofSub?.get(null) ?? 0;
  return (
    <nav
      aria-label={t.title}
      className="mb-4 max-h-[70dvh] overflow-y-auto rounded-md border bg-card p-2 lg:sticky lg:top-16 max-lg:max-h-64"
    >
      <Link
        to="."
        search={(before: Record<string, unknown>) => ({ ...before, parent: undefined, page: undefined })}
        replace
        aria-current={parent === undefined ? 'true' : undefined}
        className={cn(row, 'font-medium', parent === undefined && 'bg-selected')}
      >
        {t.all}
      </Link>
      <ul>
        {categories.map((category) => {
          const own = subs.filter(({ values }) => reference(values['parent'])?.id === category._id);
          const isOn = parent === category._id;
          return (
            <li key={category._id}>
              <Link
                to="."
                search={(before: Record<string, unknown>) => ({
                  ...before,
                  parent: category._id,
                  page: undefined,
                })}
                replace
                aria-current={isOn ? 'true' : undefined}
                className={cn(row, isOn && 'bg-selected font-medium')}
              >
                <bdi className="min-w-0 flex-1 truncate">{category.name}</bdi>
                <Count count={ofCategory?.get(category._id) ?? 0} isKnown={ofCategory !== undefined} />
              </Link>
              {own.length > 0 ? (
                <ul aria-label={t.open(category.name)} className="ms-3 border-s ps-1">
                  {own.map((sub) => (
                    <li key={sub._id}>
                      <Link
                        to="/sub-category-items"
                        search={{ subCategory: sub._id } as Record<string, string>}
                        className={cn(row, 'text-muted-foreground')}
                      >
                        <bdi className="min-w-0 flex-1 truncate">{sub.name}</bdi>
                        <Count count={ofSub?.get(sub._id) ?? 0} isKnown={ofSub !== undefined} />
                      </Link>
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          );
        })}
      </ul>
      {without > 0 ? (
        <Link
          to="/sub-category-items"
          search={{ subCategory: noneId } as Record<string, string>}
          className={cn(row, 'mt-1 border-t text-muted-foreground')}
        >
          <span className="min-w-0 flex-1 truncate">{t.uncategorised}</span>
          <Count count={without} isKnown />
        </Link>
      ) : null}
    </nav>
  );
}

function Count({ count, isKnown }: { count: number; isKnown: boolean }) {
  const t = useMessages(extrasMessages).tree;
  return isKnown ? (
    <span className="text-muted-foreground text-xs tabular-nums">
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{`, ${t.items(count)}`}</span>
    </span>
  ) : null;
}
