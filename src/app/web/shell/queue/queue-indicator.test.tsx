import { QueryClient } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ids } from '#app/server/testing/ids.ts';
import { enqueueAction } from '#platform/web/outbox/outbox.ts';
import { runQueueService } from '#platform/web/outbox/queue-service.ts';
import { signInAsDemoUser, useMockApi } from '#app/web/testing/mock-api.ts';
import { QueueIndicator } from './queue-indicator.tsx';

const mock = useMockApi();
const user = userEvent.setup();

const buildOrderDraft = (body: unknown) => ({
  kind: 'test.create',
  documentKey: 'orders/local:1',
  label: 'Order for Saturday',
  method: 'post' as const,
  path: 'orders',
  body,
});

beforeEach(async () => {
  runQueueService(new QueryClient());
  await signInAsDemoUser('branch');
  render(<QueueIndicator />);
});

test('is hidden while the queue is empty', () => {
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('shows unsent actions, and confirms that they were sent', async () => {
  mock.api.fail({ fault: 'offline', match: '/orders', times: 1 });
  await enqueueAction(
    buildOrderDraft({ deliveryDate: '2030-01-15', items: [{ itemId: ids.items.flour, orderQty: 2 }] }),
  );
  expect(await screen.findByRole('button', { name: '1 queued' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Saved' })).toBeVisible();
});

test('shows a rejected action, and discards it with dependent actions only after confirmation', async () => {
  await enqueueAction(buildOrderDraft({ items: 'none' }));
  await enqueueAction({
    ...buildOrderDraft({ status: 'Under Review' }),
    label: 'Submit it',
    method: 'patch',
    path: 'orders/local:1',
  });
  await user.click(await screen.findByRole('button', { name: '1 needs attention' }));
  const entry = await waitFor(() => screen.getByText('Order for Saturday').closest('li') as HTMLElement);
  expect(within(entry).getByText('Needs attention')).toBeVisible();
  await user.click(within(entry).getByRole('button', { name: 'Discard' }));
  await user.click(
    within(entry).getByRole('button', { name: 'Discard permanently, with 1 dependent action' }),
  );
  expect(await screen.findByText('Everything is saved on the server.')).toBeVisible();
});
