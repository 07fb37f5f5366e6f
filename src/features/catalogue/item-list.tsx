import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { canOpenPage } from '#domain/permissions.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import type { ListExtras } from '#src/master-data/collection-screen.ts';
import { ResourceList } from '#src/master-data/resource-list.tsx';
import type { RowFormProps } from '#src/master-data/row-form.tsx';
import { catalogueMessages } from './messages.ts';

interface ItemListProps {
  /** Names the list on the device and in files. */
  name: string;
  filters: readonly string[];
  /** What narrows it whatever else is chosen. */
  only?: Readonly<Record<string, string>>;
  /** Of these one may also choose the items without. */
  optional?: readonly string[];
  /** The form of a new item; left out: none are made here. */
  form?: ComponentType<RowFormProps>;
  /** What this list has besides. */
  extras?: ListExtras;
}

/** The items; an open one leads to its own page. */
export function ItemList({ name, filters, only = {}, optional = [], form, extras }: ItemListProps) {
  const t = useMessages(catalogueMessages);
  const opensItems = canOpenPage(useUser(), '/items');
  return (
    <ResourceList
      name="items"
      listName={name}
      filters={filters}
      only={only}
      optional={optional}
      extras={extras}
      {...(form ? { form, isEditable: true } : {})}
      actionsOf={({ _id }) =>
        opensItems ? (
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
