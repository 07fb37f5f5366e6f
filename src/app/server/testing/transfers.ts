import { expect } from 'vitest';
import type { Transfer } from '#modules/transfers/shapes.ts';
import type { TestClient } from './client.ts';

/** Creates a draft transfer or return. */
export async function createTestTransfer(as: TestClient, body: object): Promise<Transfer> {
  const answer = await as.post('/transfers', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Applies a change to a transfer and returns it. */
export async function patchTransfer(
  as: TestClient,
  id: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Transfer> {
  const answer = await as.patch(`/transfers/${id}`, body, headers);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}
