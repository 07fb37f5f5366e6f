import { type KeyboardEvent, useId } from 'react';
import { allergenStates, allergens } from '../../collection.ts';
import { readRecord } from '#platform/shapes/tolerant.ts';
import { FieldNotes } from '#platform/web/form/field-frame.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { resourceListMessages } from '#modules/master-data/web/list-messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { itemsMessages } from './messages.ts';

type Allergen = (typeof allergens)[number];
type AllergenState = (typeof allergenStates)[number];

/** Editor for the 14 allergens; a single key sets a value and moves to the next allergen. */
export function AllergenGrid({ label, hint, error, lockedReason, value, onChange, name }: FieldEditorProps) {
  const t = useMessages(itemsMessages).allergens;
  const names = useMessages(resourceListMessages).allergens;
  const id = useId();
  const states = readRecord(value);
  const isLocked = Boolean(lockedReason);
  const getState = (allergen: Allergen): AllergenState =>
    allergenStates.find((state) => state === states[allergen]) ?? 'unknown';
  const setState = (allergen: Allergen, state: AllergenState) => onChange({ ...states, [allergen]: state });

  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const newState = allergenStates[Number(event.key) - 1];
    const allergen = allergens[index];
    if (newState && allergen && !isLocked) setState(allergen, newState);
    else if (step === undefined) return;
    event.preventDefault();
    const rows = event.currentTarget.parentElement?.children;
    const next = rows?.[Math.max(0, Math.min(allergens.length - 1, index + (step ?? 1)))];
    next?.querySelector<HTMLElement>('input:checked')?.focus();
  }

  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p id={`${id}-keys`} className="text-muted-foreground text-xs">
          {t.keys}
        </p>
        {isLocked ? null : (
          <Button
            size="sm"
            onClick={() =>
              onChange(
                Object.fromEntries(
                  allergens.map((entry) => [entry, getState(entry) === 'unknown' ? 'free' : getState(entry)]),
                ),
              )
            }
          >
            {t.markRest}
          </Button>
        )}
      </div>
      <div className="divide-y rounded-md border">
        {allergens.map((allergen, index) => (
          <div
            key={allergen}
            role="radiogroup"
            aria-label={names[allergen]}
            aria-describedby={`${id}-keys`}
            onKeyDown={(event) => onKeyDown(event, index)}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-1.5"
          >
            <span className="min-w-28 text-sm first-letter:uppercase" aria-hidden="true">
              {names[allergen]}
            </span>
            <span className="flex flex-wrap gap-1">
              {allergenStates.map((state) => (
                <label
                  key={state}
                  className="flex h-8 cursor-pointer items-center gap-1.5 rounded-md border border-transparent px-2 text-xs has-checked:border-primary has-checked:bg-selected touch:h-11"
                >
                  <input
                    type="radio"
                    name={`${name ?? id}-${allergen}`}
                    className="size-3.5 accent-primary"
                    checked={getState(allergen) === state}
                    disabled={isLocked}
                    onChange={() => setState(allergen, state)}
                  />
                  {t.states[state]}
                </label>
              ))}
            </span>
          </div>
        ))}
      </div>
      <FieldNotes id={id} error={error} note={lockedReason ?? hint} />
    </fieldset>
  );
}
