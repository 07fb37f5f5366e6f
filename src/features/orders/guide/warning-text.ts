import { formatQuantity } from '#src/lib/format/format.ts';
import { formatAmount } from '#src/lib/format/unit.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import type { LineWarning } from './line-warning.ts';
import { orderTexts } from '../messages.ts';

/** A warning in words, null where there is none. */
export function warningText(warning: LineWarning | null, qty: number | null, unit: string): string | null {
  const t = messagesOf(orderTexts).guide.warnings;
  switch (warning?.kind) {
    case 'unlikely':
      return t.unlikely(formatAmount(qty, unit), formatAmount(warning.usual, unit));
    case 'notMultiple':
      return t.notMultiple(formatQuantity(warning.multiple), formatQuantity(warning.next));
    case 'kitchenShort':
      return t.kitchenShort(formatAmount(warning.available, unit));
    case undefined:
      return null;
  }
}
