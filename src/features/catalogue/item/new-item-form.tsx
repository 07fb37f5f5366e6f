import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { scopeOf } from '#domain/permissions.ts';
import { itemChange, itemInput } from '#contract/item-bodies.ts';
import type { itemKinds } from '#contract/items.ts';
import type { JsonRecord } from '#contract/tolerant.ts';
import type { ResourceRow } from '#src/collections/master-data/resources.ts';
import { ChoiceField } from '#src/components/form/choice-field.tsx';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { definitionOf } from '#contract/resources/index.ts';
import { FormFields } from '#src/master-data/form/form-fields.tsx';
import { ResourceForm } from '#src/master-data/form/resource-form.tsx';
import { type AnyResourceTexts, resourceMessages } from '#src/master-data/messages.ts';
import { conversionLines } from '#src/entities/item/conversion-words.ts';
import { ConversionsEditor } from '#src/entities/item/conversions-editor.tsx';
import { FirstPack } from '#src/entities/item/first-pack.tsx';
import { itemMessages } from './messages.ts';
import { ProposedCode } from './proposed-code.tsx';
import { SimilarNames } from './similar-names.tsx';

type Kind = (typeof itemKinds)[number];

const input = { create: itemInput, change: itemChange };

interface NewItemFormProps {
  /** What it starts with: a copy of another item, or nothing. */
  initial?: JsonRecord | undefined;
  /** Kinds that may be chosen; left out: all. */
  kinds?: readonly Kind[] | undefined;
  /** Only what a branch knows of an item of its own. */
  isShort?: boolean | undefined;
  /** Which form this is, where it is not the plain new one: a copy. */
  slot?: string | undefined;
  placement: 'panel' | 'page';
  onSaved(row: ResourceRow): void;
  onCancel(): void;
}

/** A new item with all it needs to be ordered: names, place in the catalogue, units, branches, and its first pack. */
export function NewItemForm({ initial, kinds, isShort = false, slot = 'new', ...form }: NewItemFormProps) {
  const t = useMessages(itemMessages).create;
  const scope = scopeOf(useUser());
  const items = definitionOf('items');
  const branches = scope.kind === 'branches' ? scope.branches : [];
  return (
    <ResourceForm
      {...form}
      name="items"
      row={null}
      slot={isShort ? `${slot}.short` : slot}
      initial={{ branches, ...initial }}
      fields={['name', 'nameAlt', 'itemCode']}
      input={input}
      more={() => ({ conversions: conversionLines(initial?.['conversions']), packs: [] })}
    >
      <ProposedCode />
      <SimilarNames />
      <Part title={t.what}>
        {kinds ? <KindField kinds={kinds} /> : null}
        <FormFields
          resource={items}
          fields={[
            ...(kinds ? [] : ['kind']),
            'category',
            ...(isShort ? [] : ['subCategory', 'purchaseCategory']),
            'section',
          ]}
        />
      </Part>
      <Part title={t.units}>
        <FormFields
          resource={items}
          fields={['baseUnit', 'orderUnit', ...(isShort ? [] : ['countUnit', 'recipeUnit']), 'barcodes']}
        />
        <ConversionsEditor />
      </Part>
      <Part title={t.branches}>
        <FormFields
          resource={items}
          fields={isShort ? ['branches'] : ['branches', 'unitPrice', 'tax', 'isOrderable', 'isCountable']}
        />
      </Part>
      <Part title={t.pack}>
        <FirstPack />
      </Part>
    </ResourceForm>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t pt-4">
      <h3 className="font-semibold text-sm">{title}</h3>
      {children}
    </section>
  );
}

/** The kinds of items that a branch keeps for itself: what is made comes from the kitchen. */
function KindField({ kinds }: { kinds: readonly Kind[] }) {
  const { fields, choices }: AnyResourceTexts = useMessages(resourceMessages).items;
  const { field, fieldState } = useController({ name: 'kind' });
  return (
    <ChoiceField
      label={fields['kind'] ?? ''}
      name="kind"
      isRequired
      value={String(field.value)}
      none={field.value === '' ? '' : undefined}
      options={kinds.map((id) => ({ id, name: choices['kind']?.[id] ?? id }))}
      error={fieldState.error?.message}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  );
}
