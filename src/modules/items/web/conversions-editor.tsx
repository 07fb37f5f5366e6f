import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { findConversionErrors } from '#core/conversion-errors.ts';
import type { ItemConversion } from '#core/conversions.ts';
import { QuantityInput } from '#platform/web/form/quantity-input.tsx';
import { type Unit, unitsQuery } from '#modules/units/web/queries/units.ts';
import { useFocusLater } from '#platform/web/form/focus-later.ts';
import { getNestedErrors } from '#platform/web/form/form-resolver.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { type ConversionLine, isComplete, getConversionRatio, formatConversion } from './conversion-ratio.ts';
import { itemPackMessages } from './pack-messages.ts';
import { parseRatio, formatRatio } from '#core/ratio-text.ts';
import { Input, Select } from '#platform/web/ui/input.tsx';
import { cn } from '#platform/web/cn.ts';
import { formatExactAmount, formatUnitName } from '#platform/web/format/unit.ts';
import { parseQuantity, parsePlainNumber } from '#platform/web/format/parse-quantity.ts';
import { getCurrentNumberStyle } from '#platform/web/i18n/number-style.ts';

const noUnits: readonly Unit[] = [];

/** Editor of an item's exact unit conversions; every line shows its result as the user types. */
export function ConversionsEditor() {
  const t = useMessages(itemPackMessages).conversions;
  const { field, fieldState } = useController({ name: 'conversions' });
  const usedUnits = useUsedUnits();
  const units = useQuery(unitsQuery()).data ?? noUnits;
  const lines = field.value as ConversionLine[];
  const completeLines = lines.filter(isComplete);
  const lineErrors = findLineErrors(lines, units);
  const validLines = lines.filter(
    (line, index): line is ItemConversion => isComplete(line) && !lineErrors.has(index),
  );
  const getSymbol = (unit: string) => units.find(({ _id }) => _id === unit)?.symbol ?? unit;
  const [base = ''] = usedUnits;
  const missing =
    base === ''
      ? []
      : usedUnits.filter((unit) => getConversionRatio(unit, base, units, completeLines) === null);
  const serverErrors = getNestedErrors(fieldState.error);

  const setLine = (index: number, line: ConversionLine) =>
    field.onChange(lines.map((other, otherIndex) => (otherIndex === index ? line : other)));
  const list = useRef<HTMLFieldSetElement>(null);
  const focusLater = useFocusLater();
  /** Adds one line for the unit, even if requested repeatedly, and focuses it. */
  function addLineFor(unit: string): void {
    const incomplete = lines.findIndex((line) => line.fromUnit === unit && !isComplete(line));
    const index = incomplete < 0 ? lines.length : incomplete;
    if (incomplete < 0) add(unit);
    focusLater(() => list.current?.querySelectorAll('li input')[index]);
  }
  const add = (fromUnit: string) => field.onChange([...lines, { fromUnit, toUnit: base, num: null, den: 1 }]);

  function describeLine(line: ConversionLine): string | null {
    if (!isComplete(line)) return null;
    const terms = [
      `1 ${getSymbol(line.fromUnit)}`,
      formatSize(line.toUnit, line.num, line.den),
      ...(base !== line.toUnit && base !== line.fromUnit ? [formatInBase(line.fromUnit)] : []),
    ];
    return terms.filter(Boolean).join(' = ');
  }
  const formatSize = (unit: string, num: number, den: number) => {
    const size = formatConversion({ num, den });
    return size === null ? null : `${size} ${getSymbol(unit)}`;
  };
  const formatInBase = (unit: string) => {
    const ratio = base === '' ? null : getConversionRatio(unit, base, units, validLines);
    return ratio && formatSize(base, ratio.num, ratio.den);
  };
  const getError = (line: ConversionLine, index: number): string | null => {
    const lineError = lineErrors.get(index);
    if (lineError) {
      const otherSize = lineError.ratio
        ? formatSize(line.toUnit, lineError.ratio.num, lineError.ratio.den)
        : null;
      const path = lineError.path.map(({ from, to, ratio }) =>
        [`1 ${getSymbol(from)}`, formatSize(to, ratio.num, ratio.den)].join(' = '),
      );
      return t.lineErrors[lineError.reason](getSymbol(line.fromUnit), otherSize ?? '', path.join(', '));
    }
    if (line.fromUnit !== '' && line.fromUnit === line.toUnit) return t.sameUnit;
    const serverError = Object.entries(serverErrors).find(([path]) => path.split('.')[0] === String(index));
    return serverError ? (isComplete(line) ? serverError[1] : t.incomplete) : null;
  };

  return (
    <fieldset ref={list} className="flex flex-col gap-2">
      <legend className="pb-1.5 font-medium text-sm">{t.title}</legend>
      <p className="text-muted-foreground text-xs">{t.hint}</p>
      {lines.length === 0 ? null : (
        <ul className="divide-y rounded-md border">
          {lines.map((line, index) => (
            <ConversionLineFields
              key={getLineNumber(index)}
              number={index + 1}
              line={line}
              units={units}
              error={getError(line, index)}
              equation={describeLine(line)}
              onChange={(next) => setLine(index, next)}
              onRemove={() => field.onChange(lines.filter((_, otherIndex) => otherIndex !== index))}
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
          <span>{t.missing(getSymbol(base), getSymbol(unit))}</span>
          <Button onClick={() => addLineFor(unit)}>{t.addFor(getSymbol(unit))}</Button>
        </div>
      ))}
      <div>
        <Button onClick={() => add('')}>
          <Plus aria-hidden="true" />
          {t.add}
        </Button>
      </div>
      {base === '' ? null : (
        <ConversionTrial base={base} usedUnits={usedUnits} units={units} conversions={validLines} />
      )}
    </fieldset>
  );
}

/** Returns the number of a line, which is its key because lines have no ids. */
const getLineNumber = (index: number) => index + 1;

/** Returns the units chosen in the form, the base unit first. */
function useUsedUnits(): string[] {
  const unitValues: unknown[] = useWatch({ name: ['baseUnit', 'orderUnit', 'countUnit', 'recipeUnit'] });
  return [...new Set(unitValues.filter((unit): unit is string => typeof unit === 'string' && unit !== ''))];
}

/** Returns errors by line; incomplete lines aren't checked. */
function findLineErrors(lines: readonly ConversionLine[], units: readonly Unit[]) {
  const checkedLines = lines.flatMap((line, index) => (isComplete(line) ? [{ line, index }] : []));
  const lineErrors = findConversionErrors(
    checkedLines.map(({ line }) => line),
    units,
  );
  return new Map(lineErrors.map((lineError) => [checkedLines[lineError.index]?.index ?? -1, lineError]));
}

interface ConversionLineFieldsProps {
  /** Line number for its labels, starting at 1. */
  number: number;
  line: ConversionLine;
  units: readonly Unit[];
  /** Validation message, or null. */
  error: string | null;
  /** The conversion as an equation; null if the line is incomplete. */
  equation: string | null;
  onChange(line: ConversionLine): void;
  onRemove(): void;
}

/** Inputs of one conversion: `1 [case] = [12 x 0.75] [kg]` with the result. */
function ConversionLineFields(props: ConversionLineFieldsProps) {
  const { number, line, units, error, equation, onChange, onRemove } = props;
  const t = useMessages(itemPackMessages).conversions;
  const noteId = useId();
  const [enteredText, setEnteredText] = useState(() => formatLineRatio(line));
  // After a line above is removed, this component renders a different line.
  const text =
    formatLineRatio(readLine(line, enteredText)) === formatLineRatio(line)
      ? enteredText
      : formatLineRatio(line);
  const shared = { 'aria-invalid': error !== null, 'aria-describedby': noteId };
  const unitOptions = (
    <>
      <option value="">{t.unit}</option>
      {units.map(({ _id, name, symbol }) => (
        <option key={_id} value={_id}>
          {name === symbol ? name : `${name} (${symbol})`}
        </option>
      ))}
    </>
  );
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm tabular-nums">1</span>
        <Select
          {...shared}
          className="w-auto min-w-28 max-w-48 flex-1"
          aria-label={t.from(String(number))}
          value={line.fromUnit}
          onChange={(event) => onChange({ ...line, fromUnit: event.currentTarget.value })}
        >
          {unitOptions}
        </Select>
        <span aria-hidden="true">=</span>
        <Input
          {...shared}
          className="w-28 tabular-nums rtl:text-end"
          type="text"
          dir="ltr"
          inputMode="text"
          autoComplete="off"
          aria-label={t.size(String(number))}
          placeholder={t.example}
          value={text}
          onChange={({ currentTarget }) => {
            setEnteredText(currentTarget.value);
            onChange(readLine(line, currentTarget.value));
          }}
        />
        <Select
          {...shared}
          className="w-auto min-w-28 max-w-48 flex-1"
          aria-label={t.to(String(number))}
          value={line.toUnit}
          onChange={(event) => onChange({ ...line, toUnit: event.currentTarget.value })}
        >
          {unitOptions}
        </Select>
        <Button size="icon" variant="ghost" aria-label={t.remove(String(number))} onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <p
        id={noteId}
        className={cn('min-h-4 text-xs tabular-nums', error ? 'text-destructive' : 'text-muted-foreground')}
      >
        {error ?? <bdi>{equation}</bdi>}
      </p>
    </li>
  );
}

function readLine(line: ConversionLine, text: string): ConversionLine {
  const ratio = parseRatio(text, (number) => parsePlainNumber(number));
  return { ...line, num: ratio?.num ?? null, den: ratio?.den ?? 1 };
}

const formatLineRatio = ({ num, den }: ConversionLine): string =>
  num === null ? '' : formatRatio({ num, den }).replace('.', getCurrentNumberStyle().decimal);

interface ConversionTrialProps {
  base: string;
  /** The units the item is ordered, counted or cooked in. */
  usedUnits: readonly string[];
  units: readonly Unit[];
  conversions: readonly ItemConversion[];
}

/** Converts any quantity of the item to any of its other units: `2 cases = 18,000 g`. */
function ConversionTrial({ base, usedUnits, units, conversions }: ConversionTrialProps) {
  const t = useMessages(itemPackMessages).conversions;
  const [enteredQty, setEnteredQty] = useState('2');
  const [selectedUnits, setSelectedUnits] = useState<{ from?: string; to?: string }>({});
  const availableUnits = listCompatibleUnits(
    [...usedUnits, ...conversions.flatMap(({ fromUnit, toUnit }) => [fromUnit, toUnit])],
    units,
  );
  const getAvailableUnit = (preferred: string | undefined, fallback: string) =>
    availableUnits.some(({ _id }) => _id === preferred) ? (preferred ?? fallback) : fallback;
  const from = getAvailableUnit(
    selectedUnits.from,
    conversions.at(-1)?.fromUnit ?? usedUnits.find((unit) => unit !== base) ?? base,
  );
  const to = getAvailableUnit(selectedUnits.to, base);

  const parsed = parseQuantity(enteredQty);
  const getSymbol = (unit: string) => availableUnits.find(({ _id }) => _id === unit)?.symbol ?? unit;
  const ratio = getConversionRatio(from, to, units, conversions);
  const size = parsed.kind === 'quantity' && ratio ? formatConversion(ratio, parsed.value) : null;
  const result =
    parsed.kind !== 'quantity'
      ? t.noQuantity
      : size === null
        ? t.noConversion(getSymbol(from), getSymbol(to))
        : [
            formatExactAmount(parsed.value, getSymbol(from)),
            `${size} ${formatUnitName(ratio && (parsed.value * ratio.num) / ratio.den, getSymbol(to))}`,
          ].join(' = ');
  const options = availableUnits.map(({ _id, symbol }) => (
    <option key={_id} value={_id}>
      {symbol}
    </option>
  ));
  return (
    <div
      className="flex flex-wrap items-center gap-2 rounded-md bg-muted px-3 py-2.5"
      role="group"
      aria-label={t.converter}
    >
      <QuantityInput className="w-20" aria-label={t.quantity} text={enteredQty} onText={setEnteredQty} />
      <Select
        className="w-auto"
        aria-label={t.convertFrom}
        value={from}
        onChange={(event) => setSelectedUnits({ ...selectedUnits, from: event.currentTarget.value })}
      >
        {options}
      </Select>
      <span className="text-sm">{t.as}</span>
      <Select
        className="w-auto"
        aria-label={t.convertTo}
        value={to}
        onChange={(event) => setSelectedUnits({ ...selectedUnits, to: event.currentTarget.value })}
      >
        {options}
      </Select>
      <output className="font-medium text-sm tabular-nums">
        <bdi>{result}</bdi>
      </output>
    </div>
  );
}

/** Returns the given units and all units of the same dimensions, in list order. */
function listCompatibleUnits(ids: readonly string[], units: readonly Unit[]): readonly Unit[] {
  const dimensions = new Set(units.filter(({ _id }) => ids.includes(_id)).map(({ dimension }) => dimension));
  // Count units are limited to those of the item, because a box can't be converted to a pallet.
  return units.filter(
    ({ _id, dimension }) => ids.includes(_id) || (dimension !== 'count' && dimensions.has(dimension)),
  );
}
