import { packagings } from '#contract/resources/packagings.ts';
import { number, text } from '#contract/tolerant.ts';
import { allResourceQuery } from '#src/collections/resources.ts';
import { numeric, TableCell, TableRow } from '#src/components/ui/table.tsx';
import { absent, formatMoney, formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useNames } from '#src/resources/use-names.ts';
import { ItemPart } from './item-part.tsx';
import { catalogueMessages } from './messages.ts';

/** How suppliers sell an item. */
export function ItemPacks({ itemId }: { itemId: string }) {
  const t = useMessages(catalogueMessages).item;
  const names = useNames(['suppliers', 'units']);
  return (
    <ItemPart
      label={t.suppliers}
      query={allResourceQuery(packagings, { itemId })}
      itemId={itemId}
      empty={t.noPackagings}
      heads={[
        { key: 'pack', label: t.columns.pack },
        { key: 'supplier', label: t.columns.supplier },
        { key: 'contents', label: t.columns.contents, isNumeric: true },
        { key: 'price', label: t.columns.price, isNumeric: true },
        { key: 'barcode', label: t.columns.barcode },
      ]}
      row={({ _id, name, values }) => (
        <TableRow key={_id}>
          <TableCell>{name}</TableCell>
          <TableCell>{names.of('suppliers', values['supplierId'])}</TableCell>
          <TableCell className={numeric}>
            {formatQuantity(number(values['contentsQty']))} {names.of('units', values['unit'])}
          </TableCell>
          <TableCell className={numeric}>{formatMoney(number(values['price']))}</TableCell>
          <TableCell>{text(values['barcode']) ?? absent}</TableCell>
        </TableRow>
      )}
    />
  );
}
