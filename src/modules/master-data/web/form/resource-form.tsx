import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { getSchemas } from '#platform/collections/schemas.ts';
import type { ResourceRow } from '../queries/resources.ts';
import type { FormValues } from '#platform/web/form/form-resolver.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { type CollectionKey, getDefinition } from '../../collections.ts';
import { type Conflict, EditForm } from './edit-form.tsx';
import { FormFields, type SectionInputs } from './form-fields.tsx';
import { getForm } from './forms.ts';
import { useRequiresReview } from '../review/use-requires-review.ts';
import { getFormValues, getNewValues } from './form-values.ts';
import { formMessages } from './messages.ts';
import { type SaveResult, useSaveResource } from './use-save-resource.ts';
import { useQuery } from '@tanstack/react-query';
import { lastChangeQuery } from '../queries/row-history.ts';
import { ConflictTable } from '#platform/web/form/conflict-table.tsx';
import { getFieldText, useValueContext } from '../field-value.ts';
import { type AnyResourceTexts, resourceMessages } from '../messages.ts';

export interface ResourceFormProps {
  name: CollectionKey;
  /** The row to change; null for a new one. */
  row: ResourceRow | null;
  /** Initial values of a new row, in addition to the fields' own. */
  initial?: JsonRecord | undefined;
  /** Fields to show; all if omitted. Hidden fields keep their values. */
  fields?: readonly string[] | undefined;
  /** Reasons why fields can't be changed, by field. */
  lockedReasons?: Readonly<Record<string, string>> | undefined;
  /** Options allowed for choices, by field. */
  allowedOptions?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Additional inputs at the end of a section of the form, connected in the same way as `children`. */
  sectionInputs?: SectionInputs | undefined;
  /** Request schemas, if they contain more than the definition's fields. */
  input?: { create: z.ZodObject; change: z.ZodObject } | undefined;
  /** Returns additional form values of a row; null for a new row. */
  getAdditionalValues?: ((values: JsonRecord | null) => FormValues) | undefined;
  /**
   * Additional inputs after the fields, connected to the form by `useController({ name })` of
   * react-hook-form.
   */
  children?: ReactNode;
  placement: 'panel' | 'page';
  onSaved(row: ResourceRow): void;
  /** Called if the change needs approval, after the form has announced it; `onCancel` by default. */
  onProposed?: (() => void) | undefined;
  /** Replaces POST and PUT for data that is stored elsewhere; for a new row, `values` is the whole form. */
  save?: ((values: JsonRecord) => Promise<SaveResult>) | undefined;
  /** Whether the change needs approval regardless of the user's role. */
  isProposal?: boolean;
  /** If omitted, the form stays open and is reset after saving or cancelling. */
  onCancel?: (() => void) | undefined;
  /** Key of the stored draft, if the row id is not sufficient. */
  slot?: string | undefined;
}

/**
 * The form of a collection, with an input for each field of its definition. A screen loads the form when it is
 * opened, and shows it in a side panel or on a page:
 *
 *     const form = lazyModule(() => import('./resource-form.tsx'));
 *     <loaded.ResourceForm name="units" row={row} placement="panel" onSaved={close} onCancel={close} />
 *
 * Structured values get an editor in the `form.ts` of their collection. Other forms use the same components:
 * the inputs of `src/platform/web/form`, and `EditForm` with `useSaveResource` for saving.
 */
export function ResourceForm(props: ResourceFormProps) {
  const { name, row } = props;
  const resource = getDefinition(name);
  const { save, isSaving } = useSaveResource(resource);
  const needsReview = useRequiresReview(name) || (props.isProposal ?? false);
  const { send } = useMessages(formMessages).review;
  const { createInput, changeInput } = getSchemas(resource);
  const input = props.input ?? { create: createInput, change: changeInput };
  const { Locks } = getForm(name);
  const inputs = (rowLocks?: ResourceFormProps['lockedReasons']) => (
    <FormFields
      resource={resource}
      fields={props.fields}
      lockedReasons={rowLocks ? { ...props.lockedReasons, ...rowLocks } : props.lockedReasons}
      allowedOptions={props.allowedOptions}
      sectionInputs={props.sectionInputs}
    />
  );
  return (
    <EditForm
      row={row}
      slot={`${name}.${props.slot ?? row?._id ?? 'new'}`}
      getInitialValues={(from) => ({
        ...(from ? getFormValues(resource, from.values) : getNewValues(resource, props.initial ?? {})),
        ...props.getAdditionalValues?.(from?.values ?? null),
      })}
      getRules={(base) => ({
        schema: base ? input.change : input.create,
        getKind: (field) => resource.allFields[field]?.kind,
        check: (values) => resource.check({ ...base?.values, ...values }),
      })}
      save={(from, values, key) => (props.save ? props.save(values) : save(from, values, key))}
      isSaving={isSaving}
      renderConflict={(conflict) => <ConflictNotice name={name} {...conflict} />}
      notice={needsReview ? <ReviewNotice isNew={row === null && !props.isProposal} /> : null}
      saveLabel={needsReview ? send : undefined}
      placement={props.placement}
      onSaved={props.onSaved}
      onProposed={props.onProposed}
      onCancel={props.onCancel}
    >
      {row && Locks ? <Locks row={row}>{inputs}</Locks> : inputs()}
      {props.children}
    </EditForm>
  );
}

interface ConflictNoticeProps extends Conflict {
  name: CollectionKey;
}

/** Shows a version conflict: who saved the row, both versions, and a choice between them. */
function ConflictNotice(props: ConflictNoticeProps) {
  const { name, current, mine, onTakeTheirs, onKeepMine } = props;
  const texts: AnyResourceTexts = useMessages(resourceMessages)[name];
  const resource = getDefinition(name);
  const fields = props.fields.filter((field) => field in resource.allFields);
  const context = useValueContext(name, fields);
  const lastChange = useQuery(lastChangeQuery(resource, current._id));
  return (
    <ConflictTable
      name={current.name}
      changedBy={lastChange.data ?? null}
      rows={fields.map((field) => ({
        key: field,
        label: texts.fields[field] ?? field,
        theirs: getFieldText(resource, field, current.values, context),
        mine: getFieldText(resource, field, { ...current.values, ...mine }, context),
      }))}
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
    />
  );
}

/** Explains that changes need approval, who approves them, and what applies until then. */
function ReviewNotice({ isNew }: { isNew: boolean }) {
  const { notice } = useMessages(formMessages).review;
  return (
    <p role="note" className="rounded-md border border-status-amber px-3 py-2 text-sm">
      {isNew ? notice.create : notice.change}
    </p>
  );
}
