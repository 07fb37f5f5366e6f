import { useFormContext, useWatch } from 'react-hook-form';
import { type PackContents, getPackRatio } from '../pack-hierarchy.ts';
import type { Ratio } from '#core/quantity.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { itemPackMessages } from '#modules/items/web/pack-messages.ts';
import { type PackedItem, useItemPacks } from '#modules/items/web/use-item-packs.ts';

/** Placeholder id of the pack in the form. */
export const currentPack = 'current-pack';

interface PackForm {
  /** The selected item including the pack being edited; null until both are loaded. */
  item: PackedItem | null;
  pack: PackContents | null;
  /** Contents of the pack in base units; null without a conversion. */
  inBase: Ratio | null;
  /** Symbol of the contents' unit. */
  unit: string;
}

/** Returns the pack in the surrounding form, recomputed on every change. */
export function usePackForm(): PackForm {
  const t = useMessages(itemPackMessages).pack;
  const { formState } = useFormContext();
  const [itemId, unit, contentsQty, name]: unknown[] = useWatch({
    name: ['itemId', 'unit', 'contentsQty', 'name'],
  });
  const item = useItemPacks(typeof itemId === 'string' ? itemId : null);
  const savedName: unknown = formState.defaultValues?.['name'];
  if (!item || typeof unit !== 'string' || typeof contentsQty !== 'number' || contentsQty <= 0)
    return { item, pack: null, inBase: null, unit: '' };
  const pack = {
    _id: currentPack,
    name: typeof name === 'string' && name.trim() !== '' ? name : t.thisPack,
    unit,
    contentsQty,
  };
  const otherPacks = item.packs.filter((other) => other.name !== savedName);
  return {
    item: { ...item, packs: [...otherPacks, pack] },
    pack,
    inBase: getPackRatio(pack, item.baseUnit, item.units, item.conversions),
    unit: item.units.find(({ _id }) => _id === unit)?.symbol ?? '',
  };
}
