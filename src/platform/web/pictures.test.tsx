import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePicture } from './pictures.ts';

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      (_address: string, { signal }: RequestInit) =>
        new Promise<Response>((resolve, reject) => {
          signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
          setTimeout(() => resolve(new Response('x', { headers: { 'content-type': 'image/png' } })), 5);
        }),
    ),
  );
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('refetches a picture that is shown again while its aborted fetch is still pending', async () => {
  const picker = renderHook(() => usePicture('p1', 'thumb'));
  picker.unmount();
  const field = renderHook(() => usePicture('p1', 'thumb'));
  await waitFor(() => expect(field.result.current).toEqual({ url: 'blob:picture', hasFailed: false }));
  expect(fetch).toHaveBeenCalledTimes(2);
});

test('a second component that shows a picture sends no request', async () => {
  const first = renderHook(() => usePicture('p2', 'thumb'));
  const second = renderHook(() => usePicture('p2', 'thumb'));
  first.unmount();
  await waitFor(() => expect(second.result.current.url).toBe('blob:picture'));
  expect(fetch).toHaveBeenCalledTimes(1);
});
