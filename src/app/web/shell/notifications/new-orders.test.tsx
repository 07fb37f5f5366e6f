import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOrderInStatus } from '#app/web/testing/order-in-status.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

afterEach(() => vi.unstubAllGlobals());

/** Stub of the part of the browser's notification API that the dashboard uses. */
function stubNotifications(permission: NotificationPermission, userChoice: NotificationPermission) {
  const notifications: { title: string; body: string | undefined }[] = [];
  class FakeNotification extends EventTarget {
    static permission = permission;
    static async requestPermission() {
      FakeNotification.permission = userChoice;
      return userChoice;
    }
    constructor(title: string, options?: NotificationOptions) {
      super();
      notifications.push({ title, body: options?.body });
    }
    close() {}
  }
  vi.stubGlobal('Notification', FakeNotification);
  return notifications;
}

/** Opens a page and waits until its current data has loaded. */
async function openPage(path: string, as: 'kitchen' | 'admin') {
  const app = await renderApp(path, { as });
  const bell = await screen.findByRole('button', { name: 'New orders' });
  await expect.poll(() => localStorage.length > 0 && Object.keys(localStorage).some(isCounterKey)).toBe(true);
  return { ...app, bell };
}
const isCounterKey = (key: string) => key.startsWith('commissary.new-orders.');

describe('new orders', () => {
  it("appear at the bell, in the kitchen's notice and in the tab title until marked as seen", async () => {
    const { user } = await openPage('/central-kitchen/dashboard', 'kitchen');
    const { orderNo } = await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
    const bell = await screen.findByRole('button', { name: '1 new order' });
    expect(document.title).toBe('(1) Dashboard · Commissary');
    expect(screen.getByRole('button', { name: 'Mark as seen' })).toBeInTheDocument();

    await user.click(bell);
    const notificationCentre = within(await screen.findByRole('dialog', { name: 'New orders' }));
    expect(notificationCentre.getByRole('link', { name: new RegExp(orderNo) })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/central-kitchen\/dashboard\?order=/),
    );
    expect(notificationCentre.getByText(/This browser doesn’t support notifications/)).toBeInTheDocument();
    await user.click(notificationCentre.getByRole('button', { name: 'Mark as seen' }));
    expect(notificationCentre.getByText('No new orders.')).toBeInTheDocument();
    expect(document.title).toBe('Dashboard · Commissary');
  });

  it('are shown as browser notifications once the user has allowed them', async () => {
    const notifications = stubNotifications('default', 'granted');
    const { user, bell } = await openPage('/central-kitchen/dashboard', 'kitchen');
    await user.click(bell);
    await user.click(await screen.findByRole('button', { name: 'Allow notifications' }));
    expect(await screen.findByText(/You’re notified about new orders/)).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
    await expect
      .poll(() => notifications)
      .toEqual([{ title: 'New Order(s) Available', body: '1 new order(s) detected' }]);
  });

  it('are counted without notifications when the user has blocked them', async () => {
    const notifications = stubNotifications('denied', 'denied');
    const { user } = await openPage('/central-kitchen/dashboard', 'kitchen');
    await createOrderInStatus(mock.api, 'Sent to Central Kitchen');
    await user.click(await screen.findByRole('button', { name: '1 new order' }));
    expect(await screen.findByText(/Browser notifications are off/)).toBeInTheDocument();
    expect(notifications).toEqual([]);
  });
});
