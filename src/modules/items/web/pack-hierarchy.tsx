import { buildPackHierarchy } from '#modules/packagings/pack-hierarchy.ts';
import type { Ratio } from '#core/quantity.ts';
import { cn } from '#platform/web/cn.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { itemPackMessages } from './pack-messages.ts';
import type { PackedItem } from './use-item-packs.ts';

interface PackHierarchyProps {
  item: PackedItem;
  /** Id of the pack to highlight. */
  current?: string | undefined;
}

/**
 * Packs and units of an item, largest first, with their contents in the next smaller unit and in base units.
 */
export function PackHierarchy({ item, current }: PackHierarchyProps) {
  const t = useMessages(itemPackMessages).pack;
  const levels = buildPackHierarchy(item);
  return (
    <ol aria-label={t.hierarchy(item.name)} className="divide-y rounded-md border text-sm tabular-nums">
      {levels.map(({ id, name, kind, inBase, inNext }, index) => (
        <li
          key={`${kind} ${id}`}
          aria-current={id === current ? 'true' : undefined}
          className={cn(
            'flex flex-wrap items-baseline justify-between gap-x-4 px-3 py-1.5',
            id === current && 'bg-selected font-medium',
          )}
        >
          <bdi>{kind === 'pack' ? name : t.one(name)}</bdi>
          <span className="text-muted-foreground">
            {kind === 'base' ? (
              t.base
            ) : (
              <>
                {inNext && levels[index + 1]?.kind !== 'base' ? (
                  <bdi>{`= ${formatSize(inNext, levels[index + 1]?.name ?? '')} `}</bdi>
                ) : null}
                <bdi>{`= ${formatSize(inBase, item.base)}`}</bdi>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Formats a size with its unit: `40 cases`, `1/3 kg`. */
export const formatSize = (ratio: Ratio, symbol: string): string =>
  `${formatExactRatio(ratio)} ${formatUnitName(ratio.num / ratio.den, symbol)}`;

/** Formats a ratio as a number if six decimals are exact, else as a fraction. */
function formatExactRatio({ num, den }: Ratio): string {
  const isExact = (BigInt(num) * 1_000_000n) % BigInt(den) === 0n;
  return isExact ? formatQuantity(num / den) : `${formatQuantity(num)}/${formatQuantity(den)}`;
}
