import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { TillItem } from '../shapes.ts';
import { getErrorMessage } from '#platform/web/api/localize-error.ts';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import { focusEntry } from '#platform/web/form/focus-later.ts';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import type { RowChoice } from '#platform/web/form/match-choices.ts';
import { formatCount } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { toast } from '#platform/web/toast.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { newUuid } from '#platform/web/uuid.ts';
import { salesMessages } from './messages.ts';
import { mapTillItem } from './queries.ts';

type Kind = 'recipe' | 'item' | 'none';

interface Change {
  /** Identifies the entry while it is edited. */
  key: string;
  itemId: string | null;
  replacementItemId: string | null;
  factor: NumberInputValue;
}

const isAmount = (value: NumberInputValue): value is number => typeof value === 'number' && value > 0;

/** Dialog that maps a menu item or modifier of a till. */
export function MapTillItem({ tillItem, onClose }: { tillItem: TillItem; onClose(): void }) {
  const t = useMessages(salesMessages);
  const { isModifier } = tillItem;
  const kindText = t.kindTexts[isModifier ? 'modifier' : 'menu-item'];
  const queryClient = useQueryClient();
  const formId = useId();
  const key = useRef(newUuid());
  const isSending = useRef(false);
  const [kind, setKind] = useState<Kind>(
    tillItem.isNonFood
      ? 'none'
      : tillItem.itemId === null && !(isModifier && tillItem.portions === null)
        ? 'recipe'
        : 'item',
  );
  const [recipeId, setRecipe] = useState(tillItem.recipeId);
  const [itemId, setItem] = useState(tillItem.itemId);
  const [portions, setPortions] = useState<NumberInputValue>(tillItem.portions ?? 1);
  const [scale, setScale] = useState<NumberInputValue>(tillItem.scale);
  const [changes, setChanges] = useState<Change[]>(() =>
    tillItem.changes.map(({ itemId: from, replacementItemId, factor }) => ({
      key: newUuid(),
      itemId: from,
      replacementItemId,
      factor,
    })),
  );
  const [message, setMessage] = useState<string | null>(null);
  const recipes = useChoices('recipes');
  const items = useChoices('items');
  const targetId = kind === 'recipe' ? recipeId : itemId;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    if (kind !== 'none' && targetId === null) return setMessage(t.targetRequired);
    if (changes.some((change) => change.itemId === null)) return setMessage(t.modifier.ingredientRequired);
    const amounts = [...(kind === 'none' ? [] : [portions]), scale, ...changes.map(({ factor }) => factor)];
    if (!amounts.every(isAmount)) return setMessage(t.amountRequired);
    isSending.current = true;
    try {
      const { source, code } = tillItem;
      const mapping =
        kind === 'none'
          ? { isNonFood: true }
          : { [kind === 'recipe' ? 'recipeId' : 'itemId']: targetId, portions: Number(portions) };
      const effects = isModifier && {
        isModifier,
        scale: Number(scale),
        changes: changes.map(({ itemId: from, replacementItemId, factor }) => ({
          itemId: from ?? '',
          replacementItemId,
          factor: Number(factor),
        })),
      };
      const results = await mapTillItem(queryClient, { source, code, ...mapping, ...effects }, key.current);
      const closed = results.closedDays > 0 ? ` ${t.mappedClosed(formatCount(results.closedDays))}` : '';
      const pending = results.pendingDays ? ` ${t.mappedPending(formatCount(results.pendingDays))}` : '';
      toast(t.mapped(formatCount(results.days)) + pending + closed);
      onClose();
    } catch (error) {
      // A changed request after a rejection needs a new idempotency key.
      key.current = newUuid();
      isSending.current = false;
      setMessage(getErrorMessage(error, t.saveFailed));
    }
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        title={t.mapTitle(tillItem.name ?? tillItem.code)}
        description={kindText.text}
        footer={
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button type="submit" form={formId} variant="primary">
              {t.save}
            </Button>
          </>
        }
      >
        <form id={formId} onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
          <ChoiceField
            label={kindText.kind}
            value={kind}
            isRequired
            options={(['recipe', 'item', 'none'] as const).map((id) => ({ id, name: kindText.kinds[id] }))}
            onChange={(value) => setKind(value as Kind)}
          />
          {kind === 'recipe' ? (
            <ReferenceField
              label={t.recipe}
              value={recipeId}
              isRequired
              choices={recipes.choices}
              isLoading={recipes.isLoading}
              onChange={setRecipe}
            />
          ) : null}
          {kind === 'item' ? (
            <ReferenceField
              label={t.item}
              value={itemId}
              isRequired
              choices={items.choices}
              isLoading={items.isLoading}
              onChange={setItem}
            />
          ) : null}
          {kind === 'none' ? null : (
            <NumberField
              label={kind === 'recipe' ? t.portions : t.amount}
              value={portions}
              isRequired
              onChange={setPortions}
            />
          )}
          {isModifier ? (
            <>
              <Changes
                changes={changes}
                choices={items.choices}
                isLoading={items.isLoading}
                onChange={setChanges}
              />
              <NumberField
                label={t.modifier.scale}
                hint={t.modifier.scaleHint}
                value={scale}
                isRequired
                onChange={setScale}
              />
            </>
          ) : null}
          {message ? (
            <p role="alert" className="text-destructive text-sm">
              {message}
            </p>
          ) : null}
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface ChangesProps {
  changes: readonly Change[];
  choices: readonly RowChoice[];
  isLoading: boolean;
  onChange(changes: Change[]): void;
}

/** Ingredients that a modifier replaces or leaves out. */
function Changes({ changes, choices, isLoading, onChange }: ChangesProps) {
  const t = useMessages(salesMessages).modifier;
  const group = useRef<HTMLFieldSetElement>(null);
  const update = (changed: Change, value: Partial<Change>) =>
    onChange(changes.map((change) => (change === changed ? { ...change, ...value } : change)));
  const change = (next: Change[], focused: number) => {
    onChange(next);
    focusEntry(() => group.current, focused);
  };
  return (
    <fieldset ref={group} className="flex flex-col items-start gap-2">
      <legend className="pb-1 font-medium text-sm">{t.changes}</legend>
      <ul className="flex w-full flex-col gap-3 empty:hidden">
        {changes.map((entry, index) => (
          <li key={entry.key} className="grid gap-2 rounded-md border p-3 sm:grid-cols-2">
            <ReferenceField
              label={t.ingredient}
              value={entry.itemId}
              isRequired
              choices={choices}
              isLoading={isLoading}
              onChange={(itemId) => update(entry, { itemId })}
            />
            <ReferenceField
              label={t.replacement}
              hint={t.replacementHint}
              value={entry.replacementItemId}
              choices={choices}
              isLoading={isLoading}
              onChange={(replacementItemId) => update(entry, { replacementItemId })}
            />
            {entry.replacementItemId === null ? null : (
              <NumberField
                label={t.factor}
                value={entry.factor}
                isRequired
                onChange={(factor) => update(entry, { factor })}
              />
            )}
            <Button
              className="self-end justify-self-start"
              onClick={() => change(changes.toSpliced(index, 1), index)}
            >
              {t.remove}
            </Button>
          </li>
        ))}
      </ul>
      <Button
        onClick={() =>
          change(
            [...changes, { key: newUuid(), itemId: null, replacementItemId: null, factor: 1 }],
            changes.length,
          )
        }
      >
        {t.add}
      </Button>
    </fieldset>
  );
}
