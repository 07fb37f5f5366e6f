import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { ImportColumn, ImportKind } from '../kinds.ts';
import { readPlainText } from '../read-cell.ts';
import type { ImportCorrection } from '../wire.ts';
import type { ImportRow, ImportState } from '../shapes.ts';
import type { Collection } from '#core/permissions.ts';
import { foldText } from '#core/text.ts';
import { matchingCellsQuery } from './queries.ts';
import { ChoiceField } from '#platform/web/form/choice-field.tsx';
import type { FieldProps } from '#platform/web/form/field-frame.tsx';
import { findFirstInput } from '#platform/web/form/focus-later.ts';
import type { RowChoice } from '#platform/web/form/match-choices.ts';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { TextField } from '#platform/web/form/text-field.tsx';
import { Button } from '#platform/web/ui/button.tsx';
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx';
import { formatCount } from '#platform/web/format/format.ts';
import { type ChoiceRule, useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { getChoiceRule } from '#modules/master-data/web/form/resource-field.tsx';
import { type ImportLabels, locateField, useImportLabels } from './import-labels.ts';

interface CorrectCellProps {
  kind: ImportKind;
  state: ImportState;
  row: ImportRow;
  column: ImportColumn;
  /** Error messages of the cell. */
  errors: readonly string[];
  /** Resolves to false on failure; the error is shown outside the dialog. */
  onCorrect(correction: ImportCorrection): Promise<boolean>;
  onClose(): void;
  /** Called after the dialog has closed and returned the focus. */
  onClosed(): void;
}

/** Dialog to correct a cell by entering or selecting a value, optionally for all cells with the same text. */
export function CorrectCell(props: CorrectCellProps) {
  const { kind, state, row, column, errors, onCorrect, onClose, onClosed } = props;
  const labels = useImportLabels(kind);
  const { t, labelOf } = labels;
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const cellText = readPlainText(row.cells[state.columns.indexOf(column.key)] ?? null);
  const [value, setValue] = useState(cellText);
  const [isSending, setSending] = useState(false);
  const cell = { row: row.row, column: column.key };
  const similarCount = useQuery(matchingCellsQuery(state._id, state.version, cell)).data ?? 1;

  async function send(correctsAll: boolean): Promise<void> {
    if (isSending) return;
    setSending(true);
    await onCorrect({ ...cell, value, applyToMatching: correctsAll });
    onClose();
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    // Must not submit the surrounding form.
    event.stopPropagation();
    void send(false);
  }

  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent
        onClosed={onClosed}
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          (findFirstInput(form.current) as HTMLElement | null)?.focus();
        }}
        title={t.result.correctCell(formatCount(row.row), labelOf(column))}
        description={[t.result.fileValue(cellText || t.result.empty), ...errors].join(' · ')}
        footer={
          <>
            <Button onClick={onClose}>{t.result.cancel}</Button>
            {similarCount > 1 ? (
              <Button disabled={isSending} onClick={() => void send(true)}>
                {t.result.correctAll(formatCount(similarCount))}
              </Button>
            ) : null}
            <Button type="submit" form={formId} variant="primary" disabled={isSending}>
              {isSending ? t.result.correcting : t.result.correctThis}
            </Button>
          </>
        }
      >
        <form ref={form} id={formId} noValidate onSubmit={submit}>
          <CellInput
            kind={kind}
            column={column}
            labels={labels}
            label={labelOf(column)}
            value={value}
            onChange={setValue}
          />
        </form>
      </DialogContent>
    </Dialog>
  );
}

interface CellInputProps extends FieldProps<string> {
  kind: ImportKind;
  column: ImportColumn;
  labels: ImportLabels;
}

/** Input for a cell; the value is parsed with the file's decimal separator and date order. */
function CellInput({ kind, column, labels: { choicesOf, yes, no }, ...field }: CellInputProps) {
  const { kind: fieldKind, options: allowedValues, refersTo } = column.field;
  if (fieldKind === 'reference' && refersTo !== null)
    return <RowInput {...field} collection={refersTo} rule={getChoiceRule(locateField(kind, column.key))} />;
  if (fieldKind === 'choice' || fieldKind === 'boolean') {
    const choices = choicesOf(column);
    const options =
      fieldKind === 'boolean'
        ? [
            { id: 'yes', name: yes },
            { id: 'no', name: no },
          ]
        : allowedValues.map((option) => ({ id: option, name: choices[option] ?? option }));
    return <ChoiceField {...field} options={options} none="" />;
  }
  return <TextField {...field} />;
}

/** Selects an existing row and returns text that identifies it uniquely. */
function RowInput({
  collection,
  rule,
  ...field
}: FieldProps<string> & { collection: Collection; rule: ChoiceRule | null }) {
  const { choices, isLoading, isRefused } = useChoices(collection, rule);
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (isRefused) return <TextField {...field} />;
  const active = choices.filter(({ isActive }) => isActive !== false);
  return (
    <ReferenceField
      {...field}
      value={chosenId}
      choices={active}
      isLoading={isLoading}
      onChange={(id) => {
        setChosenId(id);
        const choice = active.find(({ _id }) => _id === id);
        field.onChange(choice ? identifyRow(choice, choices) : '');
      }}
    />
  );
}

/** Returns the code or name of a row, or its ID if neither is unique. */
function identifyRow(choice: RowChoice, choices: readonly RowChoice[]): string {
  const findMatches = (word: string) =>
    choices.filter((option) =>
      [option.note, option.name, option.nameAlt].some((name) => name && foldText(name) === foldText(word)),
    );
  return [choice.name, choice.note].find((word) => word && findMatches(word).length === 1) ?? choice._id;
}
