import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { canOpenPage } from '#core/permissions.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import type { ListExtras } from '#modules/master-data/web/collection-screen.ts';
import { ResourceList } from '#modules/master-data/web/resource-list.tsx';
import type { RowFormProps } from '#modules/master-data/web/row-form.tsx';
import { catalogueMessages } from './messages.ts';

interface ItemListProps {
  /** Key of the list's stored settings and name of its files. */
  name: string;
  filters: readonly string[];
  /** Filters that always apply. */
  fixedFilters?: Readonly<Record<string, string>>;
  /** Filters that also offer items without a value. */
  filtersWithNone?: readonly string[];
  /** Form for a new item; without it, items can't be created here. */
  form?: ComponentType<RowFormProps>;
  /** Additional columns or actions. */
  extras?: ListExtras;
}

/** Lists items; a selected item opens on its own page. */
export function ItemList({
  name,
  filters,
  fixedFilters = {},
  filtersWithNone = [],
  form,
  extras,
}: ItemListProps) {
  const t = useMessages(catalogueMessages);
  const canOpenItems = canOpenPage(useUser(), '/items');
  return (
    <ResourceList
      name="items"
      listName={name}
      filters={filters}
      fixedFilters={fixedFilters}
      filtersWithNone={filtersWithNone}
      extras={extras}
      {...(form ? { form, isEditable: true } : {})}
      renderActions={({ _id }) =>
        canOpenItems ? (
          <Button asChild>
            <Link to="/items/$id/edit" params={{ id: _id }}>
              {t.openItem}
            </Link>
          </Button>
        ) : null
      }
    />
  );
}
