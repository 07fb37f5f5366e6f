import { cn } from '#src/lib/cn.ts';
import { formatCount } from '#src/lib/format/format.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import { stateStyles } from './state-pill.tsx';
import { type StockState, stockStates } from '#domain/stock/standing.ts';

interface StateChipsProps {
  counts: Record<StockState, number>;
  state: StockState | undefined;
  onState(state: StockState | undefined): void;
}

/** One chip per state with how many rows stand in it; the one chosen filters. */
export function StateChips({ counts, state, onState }: StateChipsProps) {
  const t = useMessages(stockMessages);
  return (
    <div
      role="group"
      aria-label={t.stateLabel}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 md:-mx-6 md:px-6 lg:mx-0 lg:flex-wrap lg:px-0 print:hidden"
    >
      {stockStates.map((name) => {
        const { icon: Icon } = stateStyles[name];
        const isOn = name === state;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            onClick={() => onState(isOn ? undefined : name)}
            className={cn(
              'inline-flex h-8 shrink-0 items-center gap-1.5 whitespace-pre rounded-full border px-3 text-xs tabular-nums hover:bg-accent touch:h-11',
              isOn && 'border-primary bg-selected font-medium',
              counts[name] === 0 && !isOn && 'text-muted-foreground',
            )}
          >
            <Icon className="size-3.5" aria-hidden="true" />
            {t.states[name]} {formatCount(counts[name])}
          </button>
        );
      })}
    </div>
  );
}
