import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { runAxe } from './fixtures/axe.ts';
import { fetchOwnLocation } from './fixtures/locations.ts';
import {
  offlineBanner,
  offlineTest as test,
  restoreNetwork,
  waitUntilCached,
} from './fixtures/offline-device.ts';
import { openAs, signInOnPage } from './fixtures/sign-in.ts';
import { expect } from './fixtures/test.ts';
import { expectSaved, queuedStatus } from './fixtures/waste-records.ts';

const list = '/branch-order/inventory-control/food-safety';

interface Check {
  _id: string;
  number: string;
  status: string;
  reading: number;
  isWithin: boolean;
  correctiveAction: string | null;
  dueAt: string | null;
}

test('a fridge that is too warm is recorded offline, once for two taps, and a manager verifies it', {
  tag: '@journey',
}, async ({ anotherDevice, newContext, server }) => {
  test.setTimeout(180_000);
  const manager = await apiAs(server.url, 'branch');
  const point = await manager.post<{ _id: string }>('/check-points', {
    name: 'Salad counter',
    branchId: await fetchOwnLocation(manager),
    kind: 'temperature',
    maxTemp: 5,
    // The check is due all day, at whatever time the test runs.
    times: ['12:00'],
    graceMinutes: 720,
    instructions: 'Close the lid and measure again.',
  });
  const fetchChecks = () => manager.get<Check[]>(`/safety-checks?point=${point._id}`);

  const device = await anotherDevice();
  const page = await device.context.newPage();
  await signInOnPage(page, 'branchStaff');
  await page.goto(list);
  const row = (on: Page) => on.getByRole('button', { name: /^Salad counter/ });
  await expect(row(page)).toContainText('Due now');
  await waitUntilCached(page, 'check_points_data');
  device.network.setState('down');
  await expect(offlineBanner(page)).toBeVisible();
  await row(page).click();
  const sheet = page.getByRole('dialog', { name: 'Salad counter' });
  await sheet.getByRole('textbox', { name: 'Reading', exact: true }).fill('8.2');
  await expect(sheet.getByText('Close the lid and measure again.')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Corrective action' }).fill('Closed the lid');
  expect(await runAxe(page, 'everything')).toEqual([]);
  await sheet.getByRole('button', { name: 'Save check' }).dblclick();
  await expect(page.getByText('Saved on this device.')).toBeVisible();
  await expect(row(page)).toContainText('Waiting to be sent');
  await expect(queuedStatus(page, 1).first()).toBeAttached();
  expect(await fetchChecks()).toEqual([]);
  await restoreNetwork(device.network, page);
  await expectSaved(page);
  await expect(row(page)).toContainText('8.2 °C');
  const [check, ...others] = await fetchChecks();
  expect(others).toEqual([]);
  expect(check).toMatchObject({ status: 'Recorded', isWithin: false, correctiveAction: 'Closed the lid' });
  expect(check?.dueAt).not.toBeNull();

  const managerPage = await (await newContext({})).newPage();
  await openAs(managerPage, 'branch', `${list}?row=${check?._id}`);
  await managerPage
    .getByRole('dialog', { name: check?.number ?? '' })
    .getByRole('button', { name: 'Verify' })
    .dblclick();
  await expect.poll(async () => (await fetchChecks()).map(({ status }) => status)).toEqual(['Verified']);
});
