import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { EmptyState } from '#src/components/layout/states.tsx';
import { Dialog, SheetContent } from '#src/components/ui/dialog.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { stockMessages } from './messages.ts';
import { PlaceList } from './place-list.tsx';
import { StockFacts } from './stock-facts.tsx';
import { StockLedger } from '#src/components/ledger/stock-ledger.tsx';
import type { StockLine } from './stock-rows.ts';
import { usePlaceWords } from '#src/collections/places/use-place-words.ts';
import { stockUseQuery } from '#src/collections/stock/stock.ts';
import { useStockCard } from '#src/collections/stock/use-stock-card.ts';
import { lazyView } from '#src/lib/lazy-module.ts';
import { WantList } from './want-list.tsx';

/** Only who opens a card looks at lots. */
const ShelfLots = lazyView(async () => (await import('../lots/shelf-lots.tsx')).ShelfLots);

interface StockCardPanelProps {
  itemId: string;
  /** Left out: the first place that has the item. */
  placeId: string | undefined;
  /** Everything the person may see. */
  lines: readonly StockLine[];
  onPlace(placeId: string): void;
  onClose(): void;
}

/** The side panel with one item at one place, at an address of its own. */
export function StockCardPanel({ itemId, placeId, lines, onPlace, onClose }: StockCardPanelProps) {
  const t = useMessages(stockMessages).card;
  const places = lines.filter((line) => line.itemId === itemId);
  const line = places.find((candidate) => candidate.placeId === placeId) ?? (placeId ? null : places[0]);
  const { itemName, itemCode } = line ?? places[0] ?? {};
  const description = [itemCode, line?.placeName].filter(Boolean).join(' · ');
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent title={itemName ?? t.unknown} description={description}>
        <div className="flex flex-col gap-6">
          {line ? (
            <OpenCard key={line.key} line={line} places={places} onPlace={onPlace} />
          ) : (
            <>
              <EmptyState icon={PackageOpen} title={t.none} />
              {places.length === 0 ? null : (
                <PlaceList lines={places} placeId={placeId ?? ''} onPlace={onPlace} />
              )}
            </>
          )}
        </div>
      </SheetContent>
    </Dialog>
  );
}

interface OpenCardProps {
  line: StockLine;
  places: readonly StockLine[];
  onPlace(placeId: string): void;
}

function OpenCard({ line, places, onPlace }: OpenCardProps) {
  const placeWords = usePlaceWords();
  const card = useStockCard(line.itemId, line.placeId);
  const { data: use } = useQuery(stockUseQuery(line.itemId, line.placeId));
  return (
    <>
      <StockFacts line={line} use={use ?? null} />
      {places.length > 1 ? <PlaceList lines={places} placeId={line.placeId} onPlace={onPlace} /> : null}
      <WantList line={line} />
      <ShelfLots itemId={line.itemId} placeId={line.placeId} unit={line.unit} />
      <StockLedger card={card} unit={line.unit} placeWords={placeWords} />
    </>
  );
}
