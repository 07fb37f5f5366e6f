import type { ConflictRow } from '#src/components/form/conflict-table.tsx';
import { formatAmount } from '#src/lib/format/unit.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { receivingTexts } from './messages.ts';
import type { DisputedPart } from './receipt.ts';

export function partKey({ line, field }: DisputedPart): string {
  return `${line.lineId} ${field}`;
}

/** A part of a line on which two people said different things, in words. */
export function useDisputedWords(): (part: DisputedPart) => ConflictRow {
  const t = useMessages(receivingTexts).panel;
  return (part) => {
    const { line, field, theirs, mine } = part;
    const say = (value: number | string | null) =>
      typeof value === 'number' ? formatAmount(value, line.unitSymbol) : (value ?? '');
    return {
      key: partKey(part),
      label: `${line.itemName}, ${t[field].toLocaleLowerCase()}`,
      theirs: say(theirs),
      mine: say(mine),
    };
  };
}
