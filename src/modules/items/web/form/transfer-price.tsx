import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { itemsMessages } from './messages.ts';

const modes = ['cost', 'cost_plus', 'fixed'] as const;
/** Additional value that each mode needs. */
const valueField = { cost: null, cost_plus: 'percent', fixed: 'price' } as const;

/** Editor of the transfer price: cost, cost plus a percentage, or a fixed price. */
export function TransferPrice({ value, onChange, errors, ...field }: FieldEditorProps) {
  const t = useMessages(itemsMessages).transferPrice;
  const currency = useBaseCurrency();
  const price = readRecord(value);
  const mode = modes.find((candidate) => candidate === price['mode']);
  const amountField = mode ? valueField[mode] : null;
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <ChoiceField
        {...field}
        value={readText(price['mode']) ?? ''}
        none={t.none}
        options={modes.map((id) => ({ id, name: t[id] }))}
        onChange={(id) => {
          const next = modes.find((candidate) => candidate === id);
          const nextField = next ? valueField[next] : null;
          onChange(
            next
              ? { mode: next, ...(nextField ? { [nextField]: readNumberValue(price[nextField]) ?? 0 } : {}) }
              : null,
          );
        }}
      />
      {mode && amountField ? (
        <NumberField
          label={t[amountField]}
          unit={amountField === 'percent' ? '%' : currency}
          lockedReason={field.lockedReason}
          error={errors[amountField]}
          value={(price[amountField] ?? null) as NumberInputValue}
          onChange={(amount) => onChange({ mode, [amountField]: amount })}
        />
      ) : null}
    </div>
  );
}
