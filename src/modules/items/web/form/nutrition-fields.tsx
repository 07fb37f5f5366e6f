import { useState } from 'react';
import { readRecord, readText } from '#platform/shapes/tolerant.ts';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import {
  computeEnergy,
  isEnergyUnusual,
  type Nutrient,
  type NutrientAmounts,
  nutrients,
  nutritionBases,
} from '../../nutrition.ts';
import { itemsMessages } from './messages.ts';

const energies = { energyKj: 'kJ', energyKcal: 'kcal' } as const;

/** Editor of nutrition values per 100 g or 100 ml; null if every amount is blank. */
export function NutritionFields({
  label,
  hint,
  error,
  errors,
  lockedReason,
  value,
  onChange,
}: FieldEditorProps) {
  const t = useMessages(itemsMessages).nutrition;
  const values = readRecord(value);
  // The basis is part of the value only once an amount is entered.
  const [chosenBasis, setChosenBasis] = useState<string>('100g');
  const per = readText(values['per']) ?? chosenBasis;

  function change(name: Nutrient, amount: NumberInputValue): void {
    const amounts = Object.fromEntries(nutrients.map((key) => [key, values[key] ?? null]));
    const next = { ...amounts, [name]: amount };
    onChange(Object.values(next).every((entry) => entry === null) ? null : { per, ...next });
  }
  const notes = (Object.keys(energies) as (keyof typeof energies)[]).flatMap((unit) =>
    isComplete(values) && isEnergyUnusual(unit, values)
      ? [t.unusual(`${formatQuantity(computeEnergy(unit, values))} ${energies[unit]}`)]
      : [],
  );
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3">
        <ChoiceField
          className="col-span-2 sm:col-span-3 sm:max-w-48"
          label={t.per}
          lockedReason={lockedReason}
          value={per}
          options={nutritionBases.map((id) => ({ id, name: t.bases[id] }))}
          onChange={(id) => {
            setChosenBasis(id);
            if (value !== null) onChange({ ...values, per: id });
          }}
        />
        {nutrients.map((name) => (
          <NumberField
            key={name}
            label={t.names[name]}
            lockedReason={lockedReason}
            error={errors[name]}
            value={(values[name] ?? null) as NumberInputValue}
            onChange={(amount) => change(name, amount)}
          />
        ))}
      </div>
      {notes.map((note) => (
        <p key={note} role="status" className="text-status-amber text-xs">
          {note}
        </p>
      ))}
      <FieldNotes
        id="nutrition"
        error={Object.keys(errors).length > 0 ? undefined : error}
        note={lockedReason ?? hint}
      />
    </fieldset>
  );
}

/** Whether all amounts except fibre are numbers. */
const isComplete = (values: Readonly<Record<string, unknown>>): values is NutrientAmounts =>
  nutrients.every((name) => name === 'fibre' || typeof values[name] === 'number');
