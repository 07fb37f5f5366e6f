import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { documentSamples } from '#app/server/testing/document-samples.ts';
import { routes } from '#app/server/routes.ts';
import { documents } from '#modules/documents/server/registry.ts';
import type { AnyDocument } from './define.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

/** Returns the free texts that a call of this kind takes and the document shows under the same name. */
function textsTaken({ collection, fields }: AnyDocument, method: string, path: string): string[] {
  const route = routes.find((each) => each.method === method && each.path === `/${collection}${path}`);
  const schema = route && 'body' in route && route.body instanceof z.ZodObject ? route.body.shape : {};
  return Object.keys(schema).filter((name) => {
    const takesText = (schema[name] as z.ZodType).safeParse('By the back door').success;
    // A reason comes with a status.
    return takesText && fields[name] === 'text?' && name !== 'transitionReason';
  });
}

it.each(documents.map((document) => [document.type, document] as const))(
  '%s: a text that is accepted is stored',
  async (type, document) => {
    const { collection } = document;
    const { create, make, edit } = documentSamples[type] ?? {};
    const client = api.as('branch');
    const created = textsTaken(document, 'post', '');
    if (create && created.length > 0) {
      const body = typeof create === 'function' ? await create(api) : create;
      const texts = Object.fromEntries(created.map((name) => [name, `${name} as entered`]));
      const { status, body: answer, text } = await client.post(`/${collection}`, { ...body, ...texts });
      expect(status, text).toBe(201);
      expect(answer).toMatchObject(texts);
    }
    if (!edit || !make) return;
    for (const name of textsTaken(document, edit.method, '/:id')) {
      const id = await make(api, 'branch');
      const change = { ...(edit.method === 'put' && edit.body), [name]: 'By the back door' };
      const { status, body: answer, text } = await client[edit.method](`/${collection}/${id}`, change);
      // Refused in this status, or stored.
      if (status !== 409) expect([name, status, answer[name]], text).toEqual([name, 200, 'By the back door']);
    }
  },
);
