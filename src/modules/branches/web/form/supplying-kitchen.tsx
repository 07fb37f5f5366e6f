import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { ReferenceField } from '#platform/web/form/reference-field.tsx';
import type { FieldEditorProps } from '#modules/master-data/web/form/collection-form.ts';
import { canSupply, useChoices } from '#modules/master-data/web/references/use-choices.ts';

/** Select of a branch's supplying kitchen; a single kitchen is preselected. Hidden for kitchens. */
export function SupplyingKitchen({ errors: _, ...props }: FieldEditorProps) {
  const type: unknown = useWatch({ name: 'type' });
  const { choices, isLoading } = useChoices('branch', canSupply);
  const kitchens = useQuery(branchesQuery()).data?.filter(
    (place) => place.type === 'central_kitchen' && place.isActive,
  );
  const onlyKitchen = kitchens?.length === 1 ? (kitchens[0]?._id ?? null) : null;
  const isBranch = type === 'branch';
  const preselect = useEffectEvent(() => {
    if (isBranch && !props.value && onlyKitchen !== null) props.onChange(onlyKitchen);
    if (!isBranch && type !== '' && props.value === onlyKitchen && onlyKitchen !== null) props.onChange(null);
  });
  // Preselects once per type, so that the user can clear the field.
  useEffect(() => preselect(), [isBranch, onlyKitchen]);
  return (
    <ReferenceField
      {...props}
      isRequired={isBranch}
      value={props.value as string | null}
      choices={choices}
      isLoading={isLoading}
    />
  );
}
