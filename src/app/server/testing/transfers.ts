import { expect } from 'vitest';
import type { Transfer } from '#modules/transfers/shapes.ts';
import type { TestClient } from './client.ts';

/** Creates a draft transfer or return. */
export async function createTestTransfer(as: TestClient, body: object): Promise<Transfer> {
  const response = await as.post('/transfers', body);
  expect(response.status, response.text).toBe(201);
  return response.body;
}

/** Applies a change to a transfer and returns it. */
export async function patchTransfer(
  as: TestClient,
  id: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Transfer> {
  const response = await as.patch(`/transfers/${id}`, body, headers);
  expect(response.status, response.text).toBe(200);
  return response.body;
}
