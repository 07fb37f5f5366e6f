import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { formatExactAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { itemPackMessages } from '#modules/items/web/pack-messages.ts';
import { formatSize, PackHierarchy } from '#modules/items/web/pack-hierarchy.tsx';
import { currentPack, usePackForm } from './use-pack-form.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';

/** Input of a pack's contents that shows the size in the item's base unit while typing. */
export function PackContentsField({ errors: _, ...field }: FieldEditorProps) {
  const t = useMessages(itemPackMessages).pack;
  const { item, pack, inBase, unit } = usePackForm();
  return (
    <div className="flex flex-col gap-3">
      <NumberField {...field} unit={unit} value={field.value as NumberInputValue} />
      <div role="status" className="flex flex-col gap-2 text-sm">
        {!item || !pack ? (
          <p className="text-muted-foreground text-xs">{t.chooseItem}</p>
        ) : inBase ? (
          <>
            {[1, 2].map((count) => (
              <p key={count} className="tabular-nums">
                {t.contents(
                  count,
                  formatExactAmount(count * pack.contentsQty, unit),
                  formatSize({ num: inBase.num * count, den: inBase.den }, item.base),
                )}
              </p>
            ))}
          </>
        ) : (
          <p className="flex flex-wrap items-center gap-2 text-destructive">
            <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
            {t.noConversion(item.base, unit)}
            <Link
              to="/items/$id/edit"
              params={{ id: item._id }}
              search={{ tab: 'units' }}
              className="font-medium underline"
            >
              {t.addConversion}
            </Link>
          </p>
        )}
      </div>
      {item ? <PackHierarchy item={item} current={currentPack} /> : null}
    </div>
  );
}
