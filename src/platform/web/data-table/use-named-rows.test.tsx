import '#app/web/testing/dom.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListQuery } from './data-list.tsx';
import { useNamedRows } from './use-named-rows.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const listOf = (rows: string[] | undefined): ListQuery<string> => ({
  data: rows && { rows, total: rows.length, totalCapped: false, skipped: 0 },
  error: null,
  isPlaceholderData: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
});
const list = (rows: string[] | undefined, isNaming: boolean) => {
  const view = renderHook(
    (props: { rows: string[] | undefined; isNaming: boolean }) =>
      useNamedRows(listOf(props.rows), props.isNaming),
    { initialProps: { rows, isNaming } },
  );
  return { ...view, shown: () => view.result.current.data?.rows };
};

test('shows rows with their names, and never removes them again', () => {
  const { rerender, shown } = list(undefined, true);
  rerender({ rows: ['one'], isNaming: true });
  expect(shown()).toBeUndefined();
  rerender({ rows: ['one'], isNaming: false });
  expect(shown()).toEqual(['one']);
  rerender({ rows: ['one', 'two'], isNaming: true });
  expect(shown()).toEqual(['one', 'two']);
});

test('delays rows for missing names only briefly, counted from when the rows arrived', () => {
  const { rerender, shown } = list(undefined, true);
  act(() => void vi.advanceTimersByTime(5000));
  rerender({ rows: ['one'], isNaming: true });
  act(() => void vi.advanceTimersByTime(1400));
  expect(shown()).toBeUndefined();
  act(() => void vi.advanceTimersByTime(200));
  expect(shown()).toEqual(['one']);
});
