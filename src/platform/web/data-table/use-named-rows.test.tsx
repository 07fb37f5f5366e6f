import '#app/web/testing/dom.ts';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ListQuery } from './data-list.tsx';
import { useNamedRows } from './use-named-rows.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const buildList = (rows: string[] | undefined): ListQuery<string> => ({
  data: rows && { rows, total: rows.length, totalCapped: false, skipped: 0 },
  error: null,
  isPlaceholderData: false,
  dataUpdatedAt: 0,
  refetch: () => undefined,
});
const renderRows = (rows: string[] | undefined, areNamesLoading: boolean) => {
  const view = renderHook(
    (props: { rows: string[] | undefined; areNamesLoading: boolean }) =>
      useNamedRows(buildList(props.rows), props.areNamesLoading),
    { initialProps: { rows, areNamesLoading } },
  );
  return { ...view, getRows: () => view.result.current.data?.rows };
};

test('shows the first rows once their names are loaded, and doesn’t hide them again', () => {
  const { rerender, getRows } = renderRows(undefined, true);
  rerender({ rows: ['one'], areNamesLoading: true });
  expect(getRows()).toBeUndefined();
  rerender({ rows: ['one'], areNamesLoading: false });
  expect(getRows()).toEqual(['one']);
  rerender({ rows: ['one', 'two'], areNamesLoading: true });
  expect(getRows()).toEqual(['one', 'two']);
});

test('shows rows 1.5 s after they arrived even without names', () => {
  const { rerender, getRows } = renderRows(undefined, true);
  act(() => void vi.advanceTimersByTime(5000));
  rerender({ rows: ['one'], areNamesLoading: true });
  act(() => void vi.advanceTimersByTime(1400));
  expect(getRows()).toBeUndefined();
  act(() => void vi.advanceTimersByTime(200));
  expect(getRows()).toEqual(['one']);
});
