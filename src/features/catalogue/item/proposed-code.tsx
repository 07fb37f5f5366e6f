import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { proposedItemCode } from '#domain/item-code.ts';
import { compactItemsQuery } from '#src/collections/items/items.ts';

/** Fills in the code of a new item from its name, until somebody writes one of their own. */
export function ProposedCode() {
  const name: unknown = useWatch({ name: 'name' });
  const { field } = useController({ name: 'itemCode' });
  const { data } = useQuery(compactItemsQuery());
  const proposed = useRef('');
  const propose = useEffectEvent(() => {
    if (data === undefined || (field.value !== '' && field.value !== proposed.current)) return;
    const code = proposedItemCode(
      String(name ?? ''),
      data.map(({ itemCode }) => itemCode),
    );
    proposed.current = code;
    if (code !== field.value) field.onChange(code);
  });
  useEffect(() => propose(), [name, data]);
  return null;
}
