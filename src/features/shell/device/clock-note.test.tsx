import { render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { useMockApi } from '#src/testing/render-app.tsx';
import { ClockNote } from './clock-note.tsx';

const mock = useMockApi();

const minute = 60_000;

/** Has the server's clock be as far behind the device's as `aheadMs` says when it is asked; returns how often it was. */
function clockOf(server: { aheadMs: number }): { asked: number } {
  const calls = { asked: 0 };
  mock.api.server.use(
    http.get('*/api/health', () => {
      calls.asked += 1;
      return HttpResponse.json({ status: 'ok', now: new Date(Date.now() - server.aheadMs).toISOString() });
    }),
  );
  return calls;
}

describe('a device whose clock is not the server’s', () => {
  it.each([
    [
      'ahead of',
      26 * 60 * minute,
      /^The clock of this device is 1 d 2 h ahead of the server’s\. .* Set the clock/,
    ],
    ['behind', -6 * minute, /^The clock of this device is 6 min behind the server’s\./],
  ])('is told so: %s', async (_where, aheadMs, text) => {
    clockOf({ aheadMs });
    render(<ClockNote />);
    expect(await screen.findByText(text)).toBeInTheDocument();
  });

  it('is not told within five minutes', async () => {
    const calls = clockOf({ aheadMs: 4 * minute });
    render(<ClockNote />);
    await waitFor(() => expect(calls.asked).toBe(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('is left in peace when the clock was set and the tab is looked at again', async () => {
    const server = { aheadMs: -60 * minute };
    clockOf(server);
    render(<ClockNote />);
    await screen.findByText(/1 h 0 min behind/);
    server.aheadMs = 0;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
  });

  it('is not told by a server that does not tell the time, or does not answer', async () => {
    mock.api.server.use(http.get('*/api/health', () => HttpResponse.json({ status: 'ok' }), { once: true }));
    render(<ClockNote />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    mock.api.server.use(http.get('*/api/health', () => HttpResponse.error()));
    render(<ClockNote />);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const note of screen.getAllByRole('status')) expect(note).toBeEmptyDOMElement();
  });
});
