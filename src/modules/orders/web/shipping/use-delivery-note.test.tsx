import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { buildFollowUpNote } from '#modules/discrepancies/follow-up-note.ts';
import { switchToArabic } from '#app/web/testing/switch-to-arabic.ts';
import { apiAs } from '#app/web/testing/api-client.ts';
import { renderApp, useMockApi } from '#app/web/testing/render-app.tsx';

const mock = useMockApi();

async function createOrderWithNotes(notes: string): Promise<string> {
  const branch = await apiAs(mock.api, 'branch');
  const { _id } = await branch('POST', '/orders', {
    deliveryDate: '2026-11-25',
    branch: ids.branch1,
    notes,
    items: [{ itemId: ids.items.flour, orderQty: 5 }],
  });
  for (const status of ['Under Review', 'Sent to Central Kitchen'])
    await (await apiAs(mock.api, 'admin'))('PATCH', `/orders/${_id}`, { status });
  return String(_id);
}

it("localizes the server's note on an order that resends goods", async () => {
  const id = await createOrderWithNotes(buildFollowUpNote('short', 'ORD-2026-000007'));
  switchToArabic();
  await renderApp(`/branch-orders?order=${id}`, { as: 'admin' });
  expect(await screen.findByText(/إعادة إرسال أصناف ناقصة في .ORD-2026-000007/)).toBeVisible();
});

it('shows the note to the kitchen, and leaves user-entered text unchanged', async () => {
  const id = await createOrderWithNotes('By the back door');
  switchToArabic();
  const app = await renderApp(`/central-kitchen/order-processing-prep?order=${id}`, { as: 'kitchen' });
  expect(await screen.findByText('“By the back door”')).toBeVisible();
  app.unmount();
  const resentId = await createOrderWithNotes(buildFollowUpNote('damaged', 'ORD-2026-000008'));
  await renderApp(`/central-kitchen/order-processing-prep?order=${resentId}`, { as: 'kitchen' });
  expect(await screen.findByText(/إعادة إرسال أصناف تالفة في .ORD-2026-000008/)).toBeVisible();
});
