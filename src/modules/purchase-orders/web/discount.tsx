import { useState } from 'react';
import type { PurchaseLine } from '../shapes.ts';
import { CellLabel } from '#platform/documents/web/entry-parts.tsx';
import type { MoneyFormat } from '#platform/web/format/money.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { QuantityCell } from '#platform/web/form/quantity-cell.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { Select } from '#platform/web/ui/input.tsx';
import { purchaseMessages } from './messages.ts';

/** Returns a line's discount as text; null without a discount. */
export function formatDiscount(
  { discountPercent, discount }: Pick<PurchaseLine, 'discountPercent' | 'discount'>,
  money: MoneyFormat,
): string | null {
  if (discountPercent !== null) return `${formatAmount(discountPercent, '')}%`;
  return discount === null ? null : money(discount);
}

type DiscountKind = 'discountPercent' | 'discount';

interface DiscountCellProps {
  line: PurchaseLine;
  onChange(change: Partial<Record<DiscountKind, number | null>>): void;
}

/** Discount of a draft line, in percent or as an amount off the whole line. */
export function DiscountCell({ line, onChange }: DiscountCellProps) {
  const t = useMessages(purchaseMessages).panel;
  const [kind, setKind] = useState<DiscountKind>(line.discount === null ? 'discountPercent' : 'discount');
  return (
    <div className="flex items-end gap-1">
      <CellLabel label={t.discount} isNumeric className="w-20">
        <QuantityCell
          key={kind}
          label={t.discountOf(line.itemName)}
          value={line[kind]}
          column="discount"
          cell={`discount ${line.lineId}`}
          commitOn="leave"
          onCommit={(next) => onChange({ [kind]: next })}
        />
      </CellLabel>
      <Select
        aria-label={t.discountKindOf(line.itemName)}
        className="w-auto min-w-0"
        value={kind}
        onChange={(event) => {
          const chosen = event.currentTarget.value === 'discount' ? 'discount' : 'discountPercent';
          if (line[kind] !== null) onChange({ [chosen]: line[kind] });
          setKind(chosen);
        }}
      >
        {(['discountPercent', 'discount'] as const).map((name) => (
          <option key={name} value={name}>
            {t.discountKinds[name]}
          </option>
        ))}
      </Select>
    </div>
  );
}
