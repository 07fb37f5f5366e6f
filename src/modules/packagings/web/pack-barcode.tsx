import { TextField } from '#platform/web/form/text-field.tsx';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { itemPackMessages } from '#modules/items/web/pack-messages.ts';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';

/** Barcode input, typed or scanned; a scan fills it even if it doesn't have the focus. */
export function PackBarcodeEditor({ errors: _, ...field }: FieldEditorProps) {
  const t = useMessages(itemPackMessages).pack;
  useScan((code) => {
    if (field.lockedReason) return undefined;
    field.onChange(code);
    return { text: t.scanned(code) };
  });
  return <TextField {...field} kind="code" hint={t.scanHint} value={String(field.value ?? '')} />;
}
