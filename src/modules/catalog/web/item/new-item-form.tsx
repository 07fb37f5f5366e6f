import { useEffect, useEffectEvent, useRef } from 'react';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { canRead, getScope } from '#core/permissions.ts';
import { itemChange, itemInput } from '#modules/items/input.ts';
import { type itemKinds, items } from '#modules/items/collection.ts';
import { type JsonRecord, readText } from '#platform/shapes/tolerant.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { ResourceForm } from '#modules/master-data/web/form/resource-form.tsx';
import { readConversionLines } from '#modules/items/web/conversion-ratio.ts';
import { ConversionsEditor } from '#modules/items/web/conversions-editor.tsx';
import { FirstPack } from '#modules/items/web/first-pack.tsx';
import { itemMessages } from './messages.ts';
import { useQuery } from '@tanstack/react-query';
import { proposeItemCode } from '#core/item-code.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { Link } from '@tanstack/react-router';
import { isSameName } from '#core/similar-names.ts';
import { similarItemsQuery } from '#modules/items/web/queries/similar-items.ts';
import { useDebouncedValue } from '#platform/web/use-debounced-value.ts';

type Kind = (typeof itemKinds)[number];

const input = { create: itemInput, change: itemChange };

const newFields = Object.keys(items.allFields);

/** Fields of the short form for an item that a branch creates for itself. */
const shortFields = [
  'name',
  'nameAlt',
  'itemCode',
  'kind',
  'category',
  'section',
  'baseUnit',
  'orderUnit',
  'barcodes',
  'branches',
];

interface NewItemFormProps {
  /** Initial values for a copy; empty for a new item. */
  initial?: JsonRecord | undefined;
  /** Kinds offered; all by default. */
  kinds?: readonly Kind[] | undefined;
  /** Shows only the fields of an item that a branch creates for itself. */
  isShort?: boolean | undefined;
  /** Draft key; differs from `new` for a copy. */
  slot?: string | undefined;
  placement: 'panel' | 'page';
  onSaved(row: ResourceRow): void;
  onCancel(): void;
}

/**
 * Form for a new item with everything needed to order it: names, categories, units, branches and first pack.
 */
export function NewItemForm({ initial, kinds, isShort = false, slot = 'new', ...form }: NewItemFormProps) {
  const user = useUser();
  const scope = getScope(user);
  const canSeeCosts = canRead(user, 'costs');
  const branches = scope.kind === 'places' ? scope.branches : [];
  return (
    <ResourceForm
      {...form}
      name="items"
      row={null}
      slot={isShort ? `${slot}.short` : slot}
      initial={{ branches, ...initial }}
      fields={isShort ? shortFields : newFields.filter((field) => field !== 'standardCost' || canSeeCosts)}
      allowedOptions={kinds && { kind: kinds }}
      input={input}
      getAdditionalValues={() => ({ conversions: readConversionLines(initial?.['conversions']), packs: [] })}
      sectionInputs={{
        first: (
          <>
            <ProposedCode />
            <SimilarNames />
          </>
        ),
        unitsAndPacks: (
          <>
            <ConversionsEditor />
            <FirstPack />
          </>
        ),
      }}
    />
  );
}

/** Fills in the code from the name until the user enters one. */
function ProposedCode() {
  const name: unknown = useWatch({ name: 'name' });
  const { field } = useController({ name: 'itemCode' });
  const { data } = useQuery(compactItemsQuery());
  const proposed = useRef('');
  const updateProposal = useEffectEvent(() => {
    if (data === undefined || (field.value !== '' && field.value !== proposed.current)) return;
    const code = proposeItemCode(
      String(name ?? ''),
      new Set(data.map(({ itemCode }) => itemCode.toUpperCase())),
    );
    proposed.current = code;
    if (code !== field.value) field.onChange(code);
  });
  useEffect(() => updateProposal(), [name, data]);
  return null;
}

/**
 * Warns while the user types if a different item has a similar name in either language; doesn't prevent
 * saving.
 */
export function SimilarNames() {
  const t = useMessages(itemMessages).similar;
  const { defaultValues } = useFormState();
  const enteredNames: unknown[] = useWatch({ name: ['name', 'nameAlt'] });
  const settledNames = useDebouncedValue(JSON.stringify(enteredNames));
  const [name, nameAlt] = (JSON.parse(settledNames) as unknown[]).map(
    (value) => readText(value)?.trim() ?? '',
  );
  const initialNames = [defaultValues?.['name'], defaultValues?.['nameAlt']].map(
    (value) => readText(value) ?? '',
  );
  // Ignores the unchanged name, which would match the item itself.
  const isChangedName = (value = '') =>
    value.length > 1 && !initialNames.some((name) => name === value || isSameName(name, value));
  const namesToCheck = {
    ...(name && isChangedName(name) ? { name } : {}),
    ...(nameAlt && isChangedName(nameAlt) ? { nameAlt } : {}),
  };
  const hasNames = Object.keys(namesToCheck).length > 0;
  const { data } = useQuery({ ...similarItemsQuery(namesToCheck), enabled: hasNames });
  const similarItems = hasNames ? (data ?? []) : [];
  return (
    <div role="status">
      {similarItems.length === 0 ? null : (
        <div className="flex flex-col gap-1 rounded-md border border-status-amber px-3 py-2 text-sm">
          <p className="font-medium">{t.title}</p>
          <ul>
            {similarItems.map((item) => (
              <li key={item._id}>
                <Link
                  to="/items/$id/edit"
                  params={{ id: item._id }}
                  target="_blank"
                  className="text-primary underline-offset-4 hover:underline"
                >
                  {t.open(item.name, item.itemCode)}
                </Link>
                {item.isActive ? null : <span className="text-muted-foreground"> · {t.archived}</span>}
              </li>
            ))}
          </ul>
          <p className="text-muted-foreground text-xs">{t.text}</p>
        </div>
      )}
    </div>
  );
}
