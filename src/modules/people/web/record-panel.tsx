import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { type JsonRecord, readText } from '#platform/shapes/tolerant.ts';
import { canRead, canWrite } from '#core/permissions.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { auditQuery } from '#modules/audit/web/queries.ts';
import { rolesQuery } from './queries/people.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import type { readQuery } from '#platform/web/queries/read-query.ts';
import { ConflictTable } from '#platform/web/form/conflict-table.tsx';
import type { FormValues } from '#platform/web/form/form-resolver.ts';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { Dialog, SheetContent } from '#platform/web/ui/dialog.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { useUser } from '#platform/web/session/session.ts';
import { toast } from '#platform/web/toast.ts';
import type { Conflict } from '#modules/master-data/web/form/edit-form.tsx';
import { OpenPageButton } from '#modules/master-data/web/open-page-button.tsx';
import { useRowAddress } from '#modules/master-data/web/row-address.ts';
import { RowPage } from '#modules/master-data/web/row-page.tsx';
import { useLastListedRow } from '#modules/master-data/web/use-last-listed-row.ts';
import { useAuditLabels } from '#modules/audit/web/audit-labels.ts';
import { useRoleLabels } from './people-labels.ts';

export interface PanelProps<Row> {
  id: string;
  /** The row, when the list next to it contains it. */
  listedRow: Row | undefined;
  placement: 'panel' | 'page';
}

interface RecordPanelProps<Row> extends PanelProps<Row> {
  collection: 'users' | 'roles';
  query: ReturnType<typeof readQuery<Row>>;
  texts: { create: string; loading: string; failed: string };
  getTitle(row: Row, isForm: boolean): string;
  getNote(row: Row, isForm: boolean): ReactNode;
  /** Toast text after the row was saved. */
  savedText(row: ResourceRow, isNew: boolean): string;
  /** The row's action buttons. */
  actions(row: Row, handlers: { onEdit(): void; onDeleted(): void }): ReactNode;
  form(row: Row | null, handlers: { onSaved(row: ResourceRow): void; onCancel(): void }): ReactNode;
  details(row: Row): ReactNode;
}

/** Panel for a user or role with its details or form, next to the list or as a full page (`&full=true`). */
export function RecordPanel<Row extends { _id: string }>(props: RecordPanelProps<Row>) {
  const { id, listedRow, placement, collection, texts } = props;
  const user = useUser();
  const address = useRowAddress();
  const { isNew } = address;
  const lastRow = useLastListedRow(listedRow);
  const rowQuery = useQuery({
    ...props.query,
    enabled: listedRow === undefined && !isNew,
  });
  const row = isNew
    ? undefined
    : (listedRow ?? rowQuery.data ?? (rowQuery.isPending || address.edit ? lastRow : undefined));
  const isForm =
    isNew || (address.edit === true && row !== undefined && canWrite(user, collection, 'canEdit'));
  const onClose = () => void address.go({});
  return (
    <Frame
      placement={placement}
      isForm={isForm}
      title={
        isNew
          ? texts.create
          : row
            ? props.getTitle(row, isForm)
            : rowQuery.error
              ? texts.failed
              : texts.loading
      }
      note={row ? props.getNote(row, isForm) : undefined}
      actions={
        row && !isForm ? (
          <>
            <OpenPageButton id={id} />
            {props.actions(row, {
              onEdit: () => void address.go({ row: row._id, edit: true }),
              onDeleted: onClose,
            })}
          </>
        ) : null
      }
      onClose={onClose}
    >
      {isForm ? (
        props.form(row ?? null, {
          onSaved(saved) {
            toast(props.savedText(saved, isNew));
            void address.go({ row: saved._id }, { replace: true });
          },
          onCancel: () => void address.go(isNew ? {} : { row: id }, { replace: !isNew }),
        })
      ) : row ? (
        <div className="flex flex-col gap-6">{props.details(row)}</div>
      ) : rowQuery.error ? (
        <LoadFailed title={texts.failed} error={rowQuery.error} onRetry={() => void rowQuery.refetch()} />
      ) : (
        <SkeletonRows label={texts.loading} />
      )}
    </Frame>
  );
}

interface FrameProps {
  placement: 'panel' | 'page';
  title: string;
  note: ReactNode;
  actions: ReactNode;
  /** Whether the panel shows a form, which is two columns wide. */
  isForm: boolean;
  onClose(): void;
  children: ReactNode;
}

function Frame({ placement, title, note, actions, isForm, onClose, children }: FrameProps) {
  if (placement === 'page') {
    return (
      <RowPage title={title} note={note} actions={actions} isWide={isForm} onClose={onClose}>
        {children}
      </RowPage>
    );
  }
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <SheetContent
        title={title}
        description={note}
        {...(isForm ? { className: 'max-w-[1100px]' } : {})}
        footer={actions}
      >
        {children}
      </SheetContent>
    </Dialog>
  );
}

/** Form fields next to a preview of the resulting access. */
export function FormWithPreview({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-5">{children}</div>
      {/* The preview scrolls separately, so it must be reachable by keyboard. */}
      <div
        tabIndex={0}
        className="min-w-0 lg:sticky lg:top-0 lg:max-h-[calc(100dvh-12rem)] lg:self-start lg:overflow-y-auto"
      >
        {preview}
      </div>
    </div>
  );
}

/** Reads a value from the surrounding form; the caller supplies its type. */
export function useFormValue<Value>(name: string) {
  const { control } = useFormContext<FormValues>();
  const { field, fieldState } = useController({ control, name });
  return {
    name,
    value: field.value as Value,
    onChange: (value: Value) => field.onChange(value),
    onBlur: field.onBlur,
    error: fieldState.error?.message ?? null,
  };
}

interface EditConflictProps extends Conflict {
  collection: 'users' | 'roles';
}

/**
 * Reports a concurrent save of the user or role: who saved it and which fields differ, with location and role
 * names.
 */
export function EditConflict({ collection, current, theirs, mine, fields, ...choice }: EditConflictProps) {
  const { describeDifferences } = useAuditLabels();
  const getValueNames = useValueNames();
  const user = useUser();
  const lastChange = useQuery({
    ...auditQuery({ entity: collection, entityId: current._id, limit: 1 }),
    enabled: canRead(user, 'audit'),
  });
  const pickFields = (values: JsonRecord) =>
    Object.fromEntries(fields.map((field) => [field, values[field]]));
  const rows = describeDifferences(collection, pickFields(theirs), pickFields(mine), getValueNames);
  return (
    <ConflictTable
      {...choice}
      name={readText(current.values['label']) ?? current.name}
      changedBy={lastChange.data?.rows[0]?.userName ?? null}
      rows={rows.map(({ field, label, before, after }) => ({
        key: field,
        label,
        theirs: before,
        mine: after,
      }))}
    />
  );
}

/** Returns the names for a field's values: places by id, roles by key. */
function useValueNames(): (field: string) => JsonRecord {
  const branches = useQuery(branchesQuery()).data ?? [];
  const roles = useQuery(rolesQuery()).data?.rows ?? [];
  const getRoleTexts = useRoleLabels();
  const places = Object.fromEntries(branches.map(({ _id, name }) => [_id, name]));
  const names: Readonly<Record<string, JsonRecord>> = {
    branches: places,
    kitchens: places,
    role: Object.fromEntries(roles.map((role) => [role.key, getRoleTexts(role).label])),
  };
  return (field) => names[field] ?? {};
}
