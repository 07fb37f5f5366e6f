import type { Order, OrderLine } from '#contract/orders.ts';
import { cn } from '#src/lib/cn.ts';
import type { CompactStock } from '#src/collections/stock/stock.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { PickLine } from './pick-line.tsx';
import { availableFor, isPicked, type PickSection } from './pick-lines.ts';
import { pickGrid } from './pick-look.ts';
import type { Draft } from './process-draft.ts';
import { processListMessages } from './process-list-messages.ts';
import { processMessages } from './process-messages.ts';

interface PickListProps {
  /** As it is typed. */
  shown: Order;
  sections: readonly PickSection[];
  stock: ReadonlyMap<string, CompactStock> | null;
  errors: Readonly<Record<string, string>>;
  isEditable: boolean;
  onChange(changes: Draft): void;
  onSubstitute(line: OrderLine): void;
}

/** The lines by section, in the order a picker walks. Enter goes down the column. */
export function PickList(props: PickListProps) {
  const { shown, sections, stock, errors, isEditable, onChange, onSubstitute } = props;
  const t = useMessages(processMessages);
  const { progress: picked } = useMessages(processListMessages);
  const names = new Map(shown.items.map((line) => [line.lineId, line.itemName]));

  return (
    <div data-quantity-grid className="@container rounded-lg border bg-card [&_input]:scroll-mb-28">
      <div
        aria-hidden="true"
        className={cn(pickGrid, 'hidden h-9 border-b px-3 text-muted-foreground text-xs @3xl:grid')}
      >
        <span>{t.columns.item}</span>
        {(['ordered', 'approved', 'available', 'pickedQty', 'shippedQty'] as const).map((column) => (
          <span key={column} className="text-end">
            {t.columns[column]}
          </span>
        ))}
        <span>{t.columns.variance}</span>
      </div>
      {sections.map((section) => (
        <section key={section.id}>
          <h3 className="sticky top-(--bars-block) z-10 flex h-9 items-center gap-3 border-b bg-muted px-3 font-medium text-sm">
            <span className="min-w-0 flex-1 truncate">{section.name}</span>
            <span className="font-normal text-muted-foreground text-xs">
              {picked(section.lines.filter(isPicked).length, section.lines.length)}
            </span>
          </h3>
          <ul aria-label={t.linesOf(section.name)} className="border-b last:border-b-0">
            {section.lines.map((line) => (
              <PickLine
                key={line.lineId}
                line={line}
                insteadOf={names.get(line.substituteFor ?? '') ?? null}
                available={availableFor(line, stock)}
                error={errors[line.lineId] ?? null}
                isEditable={isEditable}
                onChange={onChange}
                onSubstitute={onSubstitute}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
