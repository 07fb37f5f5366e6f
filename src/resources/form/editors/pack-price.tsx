import { NumberField, type TypedNumber } from '#src/components/form/number-field.tsx';
import { formatQuantity } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { packMessages } from '../../packs/messages.ts';
import { usePackForm } from '../../packs/use-pack-form.ts';
import type { FieldEditorProps } from '../field-editors.ts';

/** The price of a pack, and of one base unit in it, so that packs compare. */
export function PackPrice({ errors: _, ...field }: FieldEditorProps) {
  const t = useMessages(packMessages);
  const { item, inBase } = usePackForm();
  const price = field.value;
  const perBase = typeof price === 'number' && inBase ? (price * inBase.den) / inBase.num : null;
  const told =
    perBase === null || !item ? t.priceHint : t.perBase(formatQuantity(rounded(perBase)), item.base);
  return <NumberField {...field} hint={told} value={price as TypedNumber} />;
}

/** Four figures say enough of a price of a gram. */
function rounded(price: number): number {
  return price >= 1 ? Math.round(price * 10_000) / 10_000 : Number(price.toPrecision(4));
}
