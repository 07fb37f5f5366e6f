import { formatDate, formatQuantity } from '#platform/web/format/format.ts';
import { formatQuantityInput } from '#platform/web/format/parse-quantity.ts';

/** Formats a parsed value; null when the file's text is the same. */
export function formatParsedValue(text: string, value: number | string): string | null {
  if (typeof value === 'string') return text === value ? null : formatDate(value);
  return [formatQuantityInput(value), formatQuantity(value), String(value)].includes(text)
    ? null
    : formatQuantity(value);
}
