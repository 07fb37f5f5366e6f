import { Link } from '@tanstack/react-router';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { ResourceList } from '#src/resources/resource-list.tsx';
import { catalogueMessages } from './messages.ts';

interface ItemListProps {
  /** Names the list on the device and in files. */
  name: string;
  filters: readonly string[];
  /** Of these one may also choose the items without. */
  optional?: readonly string[];
}

/** The items; an open one leads to its own page. */
export function ItemList({ name, filters, optional = [] }: ItemListProps) {
  const t = useMessages(catalogueMessages);
  return (
    <ResourceList
      name="items"
      listName={name}
      filters={filters}
      optional={optional}
      actionsOf={({ _id }) => (
        <Button asChild variant="primary">
          <Link to="/items/$id/edit" params={{ id: _id }}>
            {t.openItem}
          </Link>
        </Button>
      )}
    />
  );
}
