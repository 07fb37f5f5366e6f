import { useState } from 'react';
import type { BatchLine, ProductionBatch } from '../shapes.ts';
import { getBusinessDay, type LocalDays } from '#core/business-day.ts';
import { computeNextDueMicro } from '../batch.ts';
import { toExactOrNull, fromMicro, toMicro } from '#core/quantity.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { Field } from '#platform/web/ui/field.tsx';
import { ActionConfirmation } from '#platform/documents/web/action-confirmation.tsx';
import { formatDate } from '#platform/web/format/format.ts';
import { parseQuantity, formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useNow } from '#platform/web/use-now.ts';
import { getOutputExpiry } from './batch-lines.tsx';
import { productionMessages } from './messages.ts';

const findMainOutput = ({ items, itemId }: ProductionBatch): BatchLine | undefined =>
  items.find((line) => line.side === 'out' && line.itemId === itemId);

/**
 * Returns the quantity of an ingredient used in a part: as entered, otherwise the recipe quantity for the
 * output and the loss.
 */
function computeUsedQuantity(batch: ProductionBatch, line: BatchLine, good: number): number {
  if (line.enteredQty !== null) return line.enteredQty;
  const progress = {
    plannedMicro: toMicro(batch.plannedQty),
    processedMicro: toMicro(batch.goodQty) + toMicro(batch.lostQty),
  };
  const dueMicro = toExactOrNull(() =>
    computeNextDueMicro(toMicro(line.neededQty), progress, toMicro(good) + toMicro(batch.loss)),
  );
  return fromMicro(dueMicro ?? 0);
}

interface PostingPreviewProps {
  batch: ProductionBatch;
  place: LocalDays;
  /** Good quantity of the main output; defaults to the proposed quantity. */
  good?: number;
}

/** Preview of the posting: output with lot and expiry, consumption, and loss. */
export function PostingPreview({ batch, place, good }: PostingPreviewProps) {
  const { fields, panel: t } = useMessages(productionMessages);
  const today = getBusinessDay(useNow(), place);
  const main = findMainOutput(batch);
  const madeQty = good ?? main?.enteredQty ?? main?.proposedQty ?? 0;
  const rows = [
    ...batch.items
      .filter(({ side }) => side === 'out')
      .map((line) => {
        const qty = line === main ? madeQty : (line.enteredQty ?? 0);
        const { expiry } = getOutputExpiry(line, today);
        const lot = line.tracksLots
          ? [line.lot ?? t.lotAuto, expiry && `${t.useBy} ${formatDate(expiry)}`]
          : [];
        return { line, direction: t.toStock, qty, lotText: lot.filter(Boolean).join(' · ') };
      }),
    ...batch.items
      .filter(({ side }) => side === 'in')
      .map((line) => ({
        line,
        direction: t.fromStock,
        qty: computeUsedQuantity(batch, line, madeQty),
        lotText: '',
      })),
  ].filter(({ qty }) => qty > 0);
  return (
    <section aria-label={t.posting} className="flex flex-col gap-1 text-sm">
      <h3 className="font-semibold">{t.posting}</h3>
      <ul className="divide-y rounded-md border">
        {rows.map(({ line, direction, qty, lotText }) => (
          <li key={line.lineId} className="px-3 py-1.5">
            {`${direction}: ${formatAmount(qty, line.unitSymbol)} `}
            <bdi>{line.itemName}</bdi>
            {lotText === '' ? null : <span className="block text-muted-foreground text-xs">{lotText}</span>}
          </li>
        ))}
        {batch.loss > 0 ? (
          <li className="px-3 py-1.5">{`${fields.loss}: ${formatAmount(batch.loss, batch.unitSymbol)}`}</li>
        ) : null}
      </ul>
      {batch.limitsExpiryToIngredients ? (
        <p className="text-muted-foreground text-xs">{t.expiryHint}</p>
      ) : null}
    </section>
  );
}

interface PartDialogProps {
  batch: ProductionBatch;
  place: LocalDays;
  onPost(good: number): void;
  onClose(): void;
}

/** Dialog that asks for the quantity made in a part and previews its posting. */
export function PartDialog({ batch, place, onPost, onClose }: PartDialogProps) {
  const messages = useMessages(productionMessages);
  const t = messages.panel;
  const [text, setText] = useState(formatQuantityInput(findMainOutput(batch)?.enteredQty ?? null));
  const parsed = parseQuantity(text);
  const good = parsed.kind === 'quantity' ? parsed.value : null;
  return (
    <ActionConfirmation
      title={t.partTitle(batch.number)}
      description={t.partText}
      action={t.part}
      fields={{
        missing: () => (good === null ? ['qty'] : []),
        content: (missing) => (
          <>
            <Field
              label={t.partQty(batch.itemName, batch.unitSymbol)}
              error={missing.has('qty') && good === null ? t.partQtyMissing : null}
            >
              {(control) => <QuantityInput {...control} text={text} onText={setText} />}
            </Field>
            {good === null ? null : <PostingPreview batch={batch} place={place} good={good} />}
          </>
        ),
      }}
      onConfirm={() => {
        if (good !== null) onPost(good);
      }}
      onClose={onClose}
    />
  );
}
