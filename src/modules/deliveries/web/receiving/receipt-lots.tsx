import { Plus, X } from 'lucide-react';
import type { OrderLine } from '#modules/orders/shapes.ts';
import { readPrintedLot } from '#modules/lots/choose.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { useNumberPad } from '#platform/web/form/use-number-pad.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { DateInput } from '#platform/web/ui/date-input.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { Expiry } from '#modules/lots/web/expiry.tsx';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useToday } from '#platform/web/use-today.ts';
import { receivingMessages } from './messages.ts';
import { type ReceivedLot, getLotsToConfirm } from './received-lots.ts';
import { type ReceivedLotsError, type ReceiptEntry, withReceivedLots } from './receipt.ts';

const emptyLot: ReceivedLot = { lot: '', expiry: '', accepted: null, damaged: null, isOther: true };

interface ReceiptLotsProps {
  line: OrderLine;
  entry: ReceiptEntry;
  error: ReceivedLotsError | null;
  disabled: boolean;
  isWhole: boolean;
  onChange(change: Partial<ReceiptEntry>): void;
  onClose(): void;
}

/**
 * Received lots of a line, whether shipped or not. Their totals become the accepted and damaged quantities.
 */
export function ReceiptLots(props: ReceiptLotsProps) {
  const { line, entry, error, disabled, isWhole, onChange, onClose } = props;
  const t = useMessages(receivingMessages).panel;
  const hasPad = useNumberPad() !== null;
  const today = useToday();
  const lots = getLotsToConfirm(line, entry.lots);
  // An incomplete lot is identified only by its index.
  const rows = lots.map((row, index) => ({ row, index }));
  function parseScan(text: string, candidates = lots): Pick<ReceivedLot, 'lot' | 'expiry'> | null {
    const scanned = readPrintedLot(text, candidates, today);
    return scanned && { lot: scanned.lot ?? '', expiry: scanned.expiry ?? '' };
  }

  const setLots = (newLots: readonly ReceivedLot[]) => onChange(withReceivedLots(line, entry, newLots));
  const updateLot = (index: number, change: Partial<ReceivedLot>) =>
    setLots(lots.map((row, rowIndex) => (rowIndex === index ? { ...row, ...change } : row)));

  useScan((text) => {
    const { lot, expiry } = parseScan(text) ?? { lot: text.trim(), expiry: '' };
    if (!lots.some((row) => row.lot !== '' && row.lot === lot))
      setLots([...lots, { ...emptyLot, lot, expiry }]);
    return undefined;
  });

  return (
    <section className="flex flex-col gap-2">
      <ul data-quantity-grid aria-label={t.lots.title} className="divide-y rounded-md border">
        {rows.map(({ row, index }) => {
          const name = row.lot || row.expiry || String(index + 1);
          return (
            <li key={index} className="flex flex-wrap items-center justify-end gap-2 px-3 py-2 text-sm">
              {row.isOther ? (
                <div className="grid flex-1 basis-60 grid-cols-2 gap-2">
                  <Input
                    aria-label={t.lots.lot}
                    placeholder={t.lots.lot}
                    maxLength={120}
                    autoComplete="off"
                    disabled={disabled}
                    value={row.lot}
                    onChange={(event) => updateLot(index, { lot: event.currentTarget.value })}
                    onBlur={({ currentTarget }) => {
                      const scanned = parseScan(
                        currentTarget.value,
                        lots.filter((lot) => lot !== row),
                      );
                      if (scanned) updateLot(index, scanned);
                    }}
                  />
                  <DateInput
                    aria-label={t.lots.expiry}
                    disabled={disabled}
                    value={row.expiry}
                    onChange={(event) => updateLot(index, { expiry: event.currentTarget.value })}
                  />
                </div>
              ) : (
                <p className="min-w-0 flex-1 basis-full sm:basis-40">
                  <bdi className="block break-words font-medium">{row.lot}</bdi>
                  <span className="text-muted-foreground text-xs">
                    <Expiry expiry={row.expiry} day={today} />
                  </span>
                </p>
              )}
              {(['accepted', 'damaged'] as const).map((field) => (
                <div key={field} className="flex flex-col items-end">
                  <span aria-hidden="true" className="text-muted-foreground text-xs">
                    {t[field]}
                  </span>
                  <QuantityCell
                    label={t.lots[field](name)}
                    value={row[field]}
                    unit={line.unitSymbol}
                    column={`${line.lineId} ${field}`}
                    cell={`${line.lineId} ${field} ${index}`}
                    isWhole={isWhole}
                    hasPad={hasPad}
                    disabled={disabled}
                    onCommit={(value) => updateLot(index, { [field]: value })}
                  />
                </div>
              ))}
              {row.isOther ? (
                <Button
                  variant="ghost"
                  size="icon"
                  className="self-end touch:size-11"
                  disabled={disabled}
                  aria-label={t.lots.remove(name)}
                  onClick={() => setLots(lots.filter((lot) => lot !== row))}
                >
                  <X aria-hidden="true" />
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {error === null ? (
        <p className="text-muted-foreground text-xs">{t.lots.hint}</p>
      ) : (
        <p role="alert" className="text-destructive text-xs">
          {t.lots.errors[error]}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button disabled={disabled} className="touch:min-h-11" onClick={() => setLots([...lots, emptyLot])}>
          <Plus aria-hidden="true" />
          {t.lots.add}
        </Button>
        <Button
          variant="ghost"
          disabled={disabled}
          className="touch:min-h-11"
          onClick={() => {
            onChange({ lots: '' });
            onClose();
          }}
        >
          {t.lots.reset}
        </Button>
      </div>
    </section>
  );
}
