import { expect } from 'vitest';
import type { Transfer } from '#contract/transfers.ts';
import type { TestClient } from './client.ts';

/** A transfer or a return that is a draft. */
export async function createTransfer(as: TestClient, body: object): Promise<Transfer> {
  const answer = await as.post('/transfers', body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** It after a change that is taken. */
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
