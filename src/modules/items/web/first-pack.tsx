import { useController, useFormContext } from 'react-hook-form';
import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { CheckField } from '#platform/web/form/check-field.tsx';
import { getNestedErrors } from '#platform/web/form/form-resolver.ts';
import { NumberField, type NumberInputValue } from '#platform/web/form/number-field.tsx';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import { TextField } from '#platform/web/form/text-field.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useChoices } from '#modules/master-data/web/references/use-choices.ts';
import { getSupplierCurrency } from '#modules/master-data/web/references/row-currency.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { itemPackMessages } from './pack-messages.ts';

/** A pack that is being entered. */
interface PackDraft {
  name: string;
  supplierId: string | null;
  unit: string | null;
  contentsQty: NumberInputValue;
  price: NumberInputValue;
  barcode: string;
}

/** Returns the packs to create with a new item, as edited in a form. */
export function readPackDrafts(value: unknown): PackDraft[] {
  if (!Array.isArray(value)) return [];
  return value.map((entry: unknown) => {
    const pack = readRecord(entry);
    return {
      ...pack,
      name: readText(pack['name']) ?? '',
      supplierId: readText(pack['supplierId']),
      unit: readText(pack['unit']),
      contentsQty: readNumberValue(pack['contentsQty']),
      price: readNumberValue(pack['price']),
      barcode: readText(pack['barcode']) ?? '',
    };
  });
}

/** Inputs of the first pack of a new item, shown if the checkbox is selected. */
export function FirstPack() {
  const t = useMessages(itemPackMessages).firstPack;
  const { getValues } = useFormContext();
  const { field, fieldState } = useController({ name: 'packs' });
  const suppliers = useChoices('suppliers');
  const units = useChoices('units');
  const names = useNames(['suppliers', 'currencies']);
  const base = useBaseCurrency();
  const [pack, ...others] = field.value as PackDraft[];
  const errors = getNestedErrors(fieldState.error);
  const getError = (name: keyof PackDraft) => errors[`0.${name}`];
  const updatePack = (change: Partial<PackDraft>) =>
    field.onChange(pack ? [{ ...pack, ...change }, ...others] : []);

  function toggle(isOn: boolean): void {
    const unit = (getValues('orderUnit') ?? getValues('baseUnit')) as string | null;
    const empty = { name: '', supplierId: null, unit, contentsQty: 1, price: null, barcode: '' };
    field.onChange(isOn ? [empty] : others);
  }

  return (
    <>
      <CheckField label={t.withPack} hint={t.packHint} value={pack !== undefined} onChange={toggle} />
      {pack ? (
        <div className="grid grid-cols-1 gap-x-4 gap-y-5 sm:grid-cols-2">
          <TextField
            label={t.packName}
            isRequired
            value={pack.name}
            error={getError('name')}
            onChange={(name) => updatePack({ name })}
          />
          <ReferenceField
            {...suppliers}
            label={t.packSupplier}
            value={pack.supplierId}
            error={getError('supplierId')}
            onChange={(supplierId) => updatePack({ supplierId })}
          />
          <NumberField
            label={t.packContents}
            isRequired
            value={pack.contentsQty}
            error={getError('contentsQty')}
            onChange={(contentsQty) => updatePack({ contentsQty })}
          />
          <ReferenceField
            {...units}
            label={t.packUnit}
            isRequired
            value={pack.unit}
            error={getError('unit')}
            onChange={(unit) => updatePack({ unit })}
          />
          <NumberField
            label={t.packPrice}
            unit={getSupplierCurrency(names, pack.supplierId, base)}
            value={pack.price}
            error={getError('price')}
            onChange={(price) => updatePack({ price })}
          />
          <TextField
            label={t.packBarcode}
            kind="code"
            value={pack.barcode}
            error={getError('barcode')}
            onChange={(barcode) => updatePack({ barcode })}
          />
        </div>
      ) : null}
    </>
  );
}
