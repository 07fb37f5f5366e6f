import { findScannedGoods, type ScannedGoods } from '#core/labels/find-goods.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useScan } from '#platform/web/scanning/use-scan.ts';
import { useScanRules } from '#platform/web/scanning/use-scan-rules.ts';
import { ItemPicker, type ItemPickerProps, type PickedItem } from './item-picker.tsx';
import { pickerMessages } from './picker-messages.ts';

interface ScanningItemPickerProps<Item extends PickedItem> extends Omit<ItemPickerProps<Item>, 'onCode'> {
  onScan(scanned: ScannedGoods<Item>): void;
}

/** Item picker of a form whose page or dialog handles scans: of a barcode, a GS1 code or an item code. */
export function ScanningItemPicker<Item extends PickedItem>({
  onScan,
  ...props
}: ScanningItemPickerProps<Item>) {
  const t = useMessages(pickerMessages);
  const rules = useScanRules();
  function handleCode(code: string): boolean {
    const scanned = findScannedGoods(code, props.items, rules);
    if (scanned) onScan(scanned);
    return scanned !== null;
  }
  useScan((code) => (handleCode(code) ? undefined : { text: t.unknownCode(code), isRefused: true }));
  return <ItemPicker {...props} onCode={handleCode} />;
}
