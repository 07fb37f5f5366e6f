import { useState } from 'react';
import type { OrderLine } from '#modules/orders/shapes.ts';
import { temperatureSideOutOfBounds, temperatureBounds } from '#modules/orders/temperature.ts';
import { quantityText } from '#platform/web/format/parse-quantity.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { parseDegrees } from '#platform/web/format/degrees.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { receivingTexts } from './messages.ts';

interface ReceiptTemperatureProps {
  line: OrderLine;
  value: number | null;
  disabled: boolean;
  onChange(temperature: number | null): void;
}

/** Temperature on arrival; renders nothing for items that don't require one. */
export function ReceiptTemperature({ line, value, disabled, onChange }: ReceiptTemperatureProps) {
  const t = useMessages(receivingTexts).panel;
  const [typed, setTyped] = useState<string | null>(null);
  const bounds = temperatureBounds(line);
  if (bounds === null) return null;
  const { min, max } = bounds;
  const range =
    min !== null && max !== null
      ? t.between(String(min), String(max))
      : max !== null
        ? t.upTo(String(max))
        : t.from(String(min));
  const isUnread = typed !== null && typed.trim() !== '' && parseDegrees(typed) === null;
  const isOutside = value !== null && temperatureSideOutOfBounds(value, bounds) !== null;

  function commit(): void {
    if (typed === null || isUnread) return;
    const read = parseDegrees(typed);
    setTyped(null);
    if (read !== value) onChange(read);
  }

  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span aria-hidden="true" className="text-muted-foreground">
        {t.temperature}
      </span>
      {/* The number pad of many phones has no minus key. */}
      <Button
        variant="secondary"
        size="sm"
        className="touch:size-11"
        disabled={disabled || value === null || value === 0}
        aria-label={t.minus(line.itemName)}
        onClick={() => onChange(-(value ?? 0))}
      >
        ±
      </Button>
      <Input
        dir="ltr"
        inputMode="decimal"
        className="w-20 text-end tabular-nums"
        aria-label={t.temperatureFor(line.itemName)}
        aria-invalid={isUnread || isOutside}
        disabled={disabled}
        value={typed ?? quantityText(value)}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <span className={cn('text-xs', isOutside ? 'font-medium text-status-red' : 'text-muted-foreground')}>
        {isUnread ? t.noTemperature : range}
      </span>
    </div>
  );
}
