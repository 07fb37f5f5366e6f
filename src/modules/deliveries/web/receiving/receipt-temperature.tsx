import { useState } from 'react';
import type { OrderLine } from '#modules/orders/shapes.ts';
import { findExceededBound, getTemperatureBounds } from '#modules/orders/temperature.ts';
import { formatQuantityInput } from '#platform/web/format/parse-quantity.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Input } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { parseDegrees } from '#platform/web/format/degrees.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { receivingMessages } from './messages.ts';

interface ReceiptTemperatureProps {
  line: OrderLine;
  value: number | null;
  disabled: boolean;
  onChange(temperature: number | null): void;
}

/** Temperature on arrival; renders nothing for items that don't require one. */
export function ReceiptTemperature({ line, value, disabled, onChange }: ReceiptTemperatureProps) {
  const t = useMessages(receivingMessages).panel;
  const [text, setText] = useState<string | null>(null);
  const bounds = getTemperatureBounds(line);
  if (bounds === null) return null;
  const { min, max } = bounds;
  const range =
    min !== null && max !== null
      ? t.between(String(min), String(max))
      : max !== null
        ? t.atMost(String(max))
        : t.atLeast(String(min));
  const isInvalid = text !== null && text.trim() !== '' && parseDegrees(text) === null;
  const isOutside = value !== null && findExceededBound(value, bounds) !== null;

  function commit(): void {
    if (text === null || isInvalid) return;
    const parsed = parseDegrees(text);
    setText(null);
    if (parsed !== value) onChange(parsed);
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
        aria-label={t.changeSign(line.itemName)}
        onClick={() => onChange(-(value ?? 0))}
      >
        ±
      </Button>
      <Input
        dir="ltr"
        inputMode="decimal"
        className="w-20 text-end tabular-nums"
        aria-label={t.temperatureLabel(line.itemName)}
        aria-invalid={isInvalid || isOutside}
        disabled={disabled}
        value={text ?? formatQuantityInput(value)}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <span className={cn('text-xs', isOutside ? 'font-medium text-status-red' : 'text-muted-foreground')}>
        {isInvalid ? t.temperatureInvalid : range}
      </span>
    </div>
  );
}
