import { documentFields } from '#platform/documents/web/document-fields.ts';
import { formatInstant, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { safetyCheckList } from '../list.ts';
import { safetyCheckSummary } from '../shapes.ts';
import { checkMessages } from './messages.ts';

/** Limits of a check or check point, in degrees Celsius. */
interface Limits {
  minTemp: number | null;
  maxTemp: number | null;
}

/** The fields of checks in the list, the panel and the entry. */
export function useCheckFields() {
  const t = useMessages(checkMessages);
  return {
    ...documentFields(safetyCheckSummary, safetyCheckList, t.fields, { valueLabels: { kind: t.kinds } }),
    formatDegrees: (value: number | null) => (value === null ? null : t.degrees(formatQuantity(value))),
    /** Returns `2 to 5 °C`; null without limits. */
    formatLimits({ minTemp, maxTemp }: Limits): string | null {
      if (minTemp !== null && maxTemp !== null)
        return t.between(formatQuantity(minTemp), formatQuantity(maxTemp));
      if (maxTemp !== null) return t.atMost(formatQuantity(maxTemp));
      return minTemp === null ? null : t.atLeast(formatQuantity(minTemp));
    },
    /** Formats a time and a user; null without a time. */
    formatBy: (at: string | null, name: string | null) => at && t.by(formatInstant(at), name ?? ''),
  };
}
