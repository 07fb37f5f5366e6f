import { render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { api } from '#platform/web/api/api.ts';
import { clockAheadMs } from '#platform/web/device-clock.ts';
import { useMockApi } from '#app/web/testing/render-app.tsx';
import { ClockNote } from './clock-note.tsx';

const mock = useMockApi();

const minute = 60_000;

afterEach(() => clockAheadMs.set(null));

/** Sets how far the server's clock is behind the device's in every response; null: no `Date` header. */
function setClockOffset(server: { aheadMs: number | null }): void {
  mock.api.server.use(
    http.get('*/api/health', () => {
      const time = server.aheadMs === null ? null : new Date(Date.now() - server.aheadMs).toISOString();
      return HttpResponse.json({ status: 'ok' }, { headers: time === null ? {} : { 'server-time': time } });
    }),
  );
}

describe("F17: a device clock that differs from the server's", () => {
  it.each([
    [
      'a day ahead',
      24 * 60 * minute,
      /^This device’s clock is 1 d 0 h ahead of the server’s\. .* Set this device’s clock/,
    ],
    ['10 minutes ahead', 10 * minute, /^This device’s clock is 10 min ahead of the server’s\./],
    ['10 minutes behind', -10 * minute, /^This device’s clock is 10 min behind the server’s\./],
    ['a day behind', -24 * 60 * minute, /^This device’s clock is 1 d 0 h behind the server’s\./],
  ])('is reported with the first response if it is %s', async (_title, aheadMs, text) => {
    setClockOffset({ aheadMs });
    render(<ClockNote />);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await api.get('health', { isPublic: true });
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it.each([
    ['4 minutes ahead', 4 * minute],
    ['4 minutes behind', -4 * minute],
    ['unknown because the server does not report its time', null],
  ])('is not reported if it is %s', async (_title, aheadMs) => {
    setClockOffset({ aheadMs });
    render(<ClockNote />);
    await api.get('health', { isPublic: true });
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('is cleared when the tab is shown again after the clock has been corrected', async () => {
    const server = { aheadMs: -60 * minute };
    setClockOffset(server);
    render(<ClockNote />);
    await api.get('health', { isPublic: true });
    await screen.findByText(/1 h 0 min behind/);
    server.aheadMs = 0;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  });
});
