import { TextField } from '#platform/web/form/text-field.tsx';
import { useBarcodeWedge } from '#platform/web/scanning/barcode-wedge.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { toast } from '#platform/web/toast.ts';
import { itemPackMessages } from '#modules/items/web/pack-messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';

/** Barcode input, typed or scanned; a scan fills it even if it doesn't have the focus. */
export function PackBarcodeEditor({ errors: _, ...field }: FieldEditorProps) {
  const t = useMessages(itemPackMessages).pack;
  useBarcodeWedge((code) => {
    if (field.lockedReason) return;
    field.onChange(code);
    toast(t.scanned(code));
  });
  return <TextField {...field} kind="code" hint={t.scanHint} value={String(field.value ?? '')} />;
}
