import { TextField } from '#src/components/form/text-field.tsx';
import { useBarcodeWedge } from '#src/lib/barcode-wedge.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { toast } from '#src/lib/toast.ts';
import { itemSizeMessages } from '#src/entities/item/messages.ts';
import type { FieldEditorProps } from '../../form/collection-form.ts';

/** Input for a barcode, typed or scanned; a scan fills it regardless of the focus. */
export function PackBarcodeEditor({ errors: _, ...field }: FieldEditorProps) {
  const t = useMessages(itemSizeMessages).pack;
  useBarcodeWedge((code) => {
    if (field.locked) return;
    field.onChange(code);
    toast(t.scanned(code));
  });
  return <TextField {...field} kind="code" hint={t.scanHint} value={String(field.value ?? '')} />;
}
