import { number } from '#contract/tolerant.ts';
import { itemLevels } from '#contract/resources/item-levels.ts';
import { allResourceQuery } from '#src/collections/resources.ts';
import { numeric, TableCell, TableRow } from '#src/components/ui/table.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNames } from '#src/resources/use-names.ts';
import { ItemPart } from './item-part.tsx';
import { catalogueMessages } from './messages.ts';

/** How much of an item each branch wants to have. */
export function ItemLevels({ itemId }: { itemId: string }) {
  const t = useMessages(catalogueMessages).item;
  const names = useNames(['branch']);
  return (
    <ItemPart
      label={t.levels}
      query={allResourceQuery(itemLevels, { itemId })}
      itemId={itemId}
      empty={t.noLevels}
      heads={[
        { key: 'branch', label: t.columns.branch },
        { key: 'min', label: t.columns.min, isNumeric: true },
        { key: 'par', label: t.columns.par, isNumeric: true },
        { key: 'max', label: t.columns.max, isNumeric: true },
      ]}
      row={({ _id, values }) => (
        <TableRow key={_id}>
          <TableCell>{names.of('branch', values['branchId'])}</TableCell>
          <TableCell className={numeric}>{formatQuantity(number(values['min']))}</TableCell>
          <TableCell className={numeric}>{formatQuantity(number(values['par']))}</TableCell>
          <TableCell className={numeric}>{formatQuantity(number(values['max']))}</TableCell>
        </TableRow>
      )}
    />
  );
}
