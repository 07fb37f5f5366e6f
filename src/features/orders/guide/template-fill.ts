import type { TemplateLine } from '#contract/resources/order-templates.ts';
import { type Draft, type DraftLine, isOrdered } from './draft.ts';
import type { GuideRow } from './guide-rows.ts';

/**
 * The draft with a template's quantities. What a person typed stays; what an earlier fill put there is replaced.
 * Items that cannot be ordered any more, or in another unit now, are left out.
 */
export function fillFromTemplate(
  lines: Readonly<Record<string, DraftLine>>,
  template: readonly TemplateLine[],
  rowById: ReadonlyMap<string, GuideRow>,
): { lines: Record<string, DraftLine>; filled: number; kept: number; left: number } {
  const next = { ...lines };
  const counts = { filled: 0, kept: 0, left: 0 };
  for (const { itemId, qty, unit } of template) {
    const line = next[itemId];
    if (rowById.get(itemId)?.item.unit !== unit) counts.left += 1;
    else if (line && line.qty !== null && !line.isFilled) counts.kept += 1;
    else {
      next[itemId] = { qty, note: line?.note ?? '', isFilled: true };
      counts.filled += 1;
    }
  }
  return { lines: next, ...counts };
}

/** What a template keeps of a draft: the lines that would be ordered, each in its unit. */
export function templateOf(draft: Draft, rowById: ReadonlyMap<string, GuideRow>): TemplateLine[] {
  return Object.entries(draft.lines).flatMap(([itemId, line]) => {
    const unit = rowById.get(itemId)?.item.unit;
    return unit && isOrdered(line) ? [{ itemId, qty: line.qty ?? 0, unit }] : [];
  });
}

/** Templates meant for the weekday first (1 is Monday), then those for any day, then the others; each by name. */
export function forWeekday<T extends { name: string; weekdays: readonly number[] }>(
  templates: readonly T[],
  weekday: number,
): T[] {
  const rank = ({ weekdays }: T) => (weekdays.includes(weekday) ? 0 : weekdays.length === 0 ? 1 : 2);
  return templates.toSorted((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}
