import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { conversionFaults } from '#domain/conversion-faults.ts';
import type { ItemConversion } from '#domain/conversions.ts';
import { type Unit, unitsQuery } from '#src/collections/items/units.ts';
import { useFocusLater } from '#src/components/form/focus-later.ts';
import { errorsOf } from '#src/components/form/form-resolver.ts';
import { Button } from '#src/components/ui/button.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { ConversionLineFields } from './conversion-line.tsx';
import { type ConversionLine, isComplete, sizeBetween, sizeWords } from './conversion-words.ts';
import { itemEditorMessages } from './messages.ts';
import { UnitConverter } from './unit-converter.tsx';

const noUnits: readonly Unit[] = [];

/** How many of one unit of the item make another, exactly; every line says what it comes to while it is typed. */
export function ConversionsEditor() {
  const t = useMessages(itemEditorMessages).conversions;
  const { field, fieldState } = useController({ name: 'conversions' });
  const used = useUsedUnits();
  const units = useQuery(unitsQuery()).data ?? noUnits;
  const lines = field.value as ConversionLine[];
  const complete = lines.filter(isComplete);
  const faults = faultsOf(lines, units);
  const sound = lines.filter((line, at): line is ItemConversion => isComplete(line) && !faults.has(at));
  const symbolOf = (unit: string) => units.find(({ _id }) => _id === unit)?.symbol ?? unit;
  const [base = ''] = used;
  const missing = base === '' ? [] : used.filter((unit) => sizeBetween(unit, base, units, complete) === null);
  const serverErrors = errorsOf(fieldState.error);

  const set = (at: number, line: ConversionLine) =>
    field.onChange(lines.map((each, index) => (index === at ? line : each)));
  const list = useRef<HTMLFieldSetElement>(null);
  const focusLater = useFocusLater();
  /** The size is asked of one line, however often, and can be typed at once. */
  function say(unit: string): void {
    const begun = lines.findIndex((line) => line.fromUnit === unit && !isComplete(line));
    const at = begun < 0 ? lines.length : begun;
    if (begun < 0) add(unit);
    focusLater(() => list.current?.querySelectorAll('li input')[at]);
  }
  const add = (fromUnit: string) => field.onChange([...lines, { fromUnit, toUnit: base, num: null, den: 1 }]);

  function sentenceOf(line: ConversionLine): string | null {
    if (!isComplete(line)) return null;
    const chain = [
      `1 ${symbolOf(line.fromUnit)}`,
      words(line.toUnit, line.num, line.den),
      ...(base !== line.toUnit && base !== line.fromUnit ? [inBase(line.fromUnit)] : []),
    ];
    return chain.filter(Boolean).join(' = ');
  }
  const words = (unit: string, num: number, den: number) => {
    const size = sizeWords({ num, den });
    return size === null ? null : `${size} ${symbolOf(unit)}`;
  };
  const inBase = (unit: string) => {
    const ratio = base === '' ? null : sizeBetween(unit, base, units, sound);
    return ratio && words(base, ratio.num, ratio.den);
  };
  const errorOf = (line: ConversionLine, at: number): string | null => {
    const fault = faults.get(at);
    if (fault) {
      const known = fault.ratio ? words(line.toUnit, fault.ratio.num, fault.ratio.den) : null;
      return t.faults[fault.why](symbolOf(line.fromUnit), known ?? '');
    }
    if (line.fromUnit !== '' && line.fromUnit === line.toUnit) return t.sameUnit;
    const server = Object.entries(serverErrors).find(([path]) => path.split('.')[0] === String(at));
    return server ? (isComplete(line) ? server[1] : t.incomplete) : null;
  };

  return (
    <fieldset ref={list} className="flex flex-col gap-2">
      <legend className="pb-1.5 font-medium text-sm">{t.title}</legend>
      <p className="text-muted-foreground text-xs">{t.hint}</p>
      {lines.length === 0 ? null : (
        <ul className="divide-y rounded-md border">
          {lines.map((line, at) => (
            <ConversionLineFields
              key={numberOf(at)}
              number={at + 1}
              line={line}
              units={units}
              error={errorOf(line, at)}
              sentence={sentenceOf(line)}
              onChange={(next) => set(at, next)}
              onRemove={() => field.onChange(lines.filter((_, index) => index !== at))}
            />
          ))}
        </ul>
      )}
      {fieldState.error && Object.keys(serverErrors).length === 0 ? (
        <p role="alert" className="text-destructive text-xs">
          {fieldState.error.message}
        </p>
      ) : null}
      {missing.map((unit) => (
        <div key={unit} className="flex flex-wrap items-center gap-2 text-sm text-status-amber">
          <span>{t.missing(symbolOf(base), symbolOf(unit))}</span>
          <Button onClick={() => say(unit)}>{t.say(symbolOf(unit))}</Button>
        </div>
      ))}
      <div>
        <Button onClick={() => add('')}>
          <Plus aria-hidden="true" />
          {t.add}
        </Button>
      </div>
      {base === '' ? null : <UnitConverter base={base} used={used} units={units} conversions={sound} />}
    </fieldset>
  );
}

/** Lines have no id, and each shows what it is given: their number tells them apart. */
const numberOf = (at: number) => at + 1;

/** The units that the form has chosen, the base unit first. */
function useUsedUnits(): string[] {
  const chosen: unknown[] = useWatch({ name: ['baseUnit', 'orderUnit', 'countUnit', 'recipeUnit'] });
  return [...new Set(chosen.filter((unit): unit is string => typeof unit === 'string' && unit !== ''))];
}

/** What is wrong with which line; lines that are not complete are not judged. */
function faultsOf(lines: readonly ConversionLine[], units: readonly Unit[]) {
  const judged = lines.flatMap((line, at) => (isComplete(line) ? [{ line, at }] : []));
  const faults = conversionFaults(
    judged.map(({ line }) => line),
    units,
  );
  return new Map(faults.map((fault) => [judged[fault.at]?.at ?? -1, fault]));
}
