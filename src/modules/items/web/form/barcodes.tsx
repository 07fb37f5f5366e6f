import { useQuery } from '@tanstack/react-query';
import { useFormState } from 'react-hook-form';
import { readTexts } from '#platform/shapes/tolerant.ts';
import { similarItemsQuery } from '../queries/similar-items.ts';
import { TextsField } from '#platform/web/form/texts-field.tsx';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { itemsMessages } from './messages.ts';

/** Editor for barcodes, typed or scanned anywhere in the form; if a barcode is in use, its item is shown. */
export function Barcodes({ value, onChange, errors, ...field }: FieldEditorProps) {
  const t = useMessages(itemsMessages).barcodes;
  const codes = readTexts(value);
  const { defaultValues } = useFormState();
  const savedCodes = readTexts(defaultValues?.['barcodes']);
  const newCodes = codes.filter((code) => !savedCodes.includes(code));
  const owners = useQuery({
    ...similarItemsQuery({ barcode: newCodes.join(',') }),
    enabled: newCodes.length > 0,
  });
  useScan((code) => {
    if (!field.lockedReason && !codes.includes(code)) onChange([...codes, code]);
    return undefined;
  });
  const nestedError = Object.values(errors)[0];
  return (
    <div className="flex flex-col gap-1">
      <TextsField
        {...field}
        value={codes}
        onChange={onChange}
        error={nestedError ?? field.error}
        hint={field.hint ?? t.scan}
      />
      {newCodes.length > 0
        ? owners.data?.map(({ _id, name, itemCode, barcode }) => (
            <p key={`${_id} ${barcode}`} role="status" className="text-status-amber text-xs">
              {t.taken(barcode ?? '', name, itemCode)}
            </p>
          ))
        : null}
    </div>
  );
}
