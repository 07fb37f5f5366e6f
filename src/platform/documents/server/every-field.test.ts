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

/**
 * Returns the free-text fields that the endpoint of this kind accepts and the document returns under the same
 * name.
 */
function listAcceptedTexts({ collection, fields }: AnyDocument, method: string, path: string): string[] {
  const route = routes.find(
    (candidate) => candidate.method === method && candidate.path === `/${collection}${path}`,
  );
  const schema = route && 'body' in route && route.body instanceof z.ZodObject ? route.body.shape : {};
  return Object.keys(schema).filter((name) => {
    const acceptsText = (schema[name] as z.ZodType).safeParse('By the back door').success;
    // `transitionReason` is accepted only with a status change.
    return acceptsText && fields[name] === 'text?' && name !== 'transitionReason';
  });
}

it.each(documents.map((document) => [document.type, document] as const))(
  '%s stores every text that it accepts',
  async (type, document) => {
    const { collection } = document;
    const { create, make, edit } = documentSamples[type] ?? {};
    const client = api.as('branch');
    const fieldNames = listAcceptedTexts(document, 'post', '');
    if (create && fieldNames.length > 0) {
      const body = typeof create === 'function' ? await create(api) : create;
      const texts = Object.fromEntries(fieldNames.map((name) => [name, `${name} as entered`]));
      const { status, body: response, text } = await client.post(`/${collection}`, { ...body, ...texts });
      expect(status, text).toBe(201);
      expect(response).toMatchObject(texts);
    }
    if (!edit || !make) return;
    for (const name of listAcceptedTexts(document, edit.method, '/:id')) {
      const id = await make(api, 'branch');
      const change = { ...(edit.method === 'put' && edit.body), [name]: 'By the back door' };
      const { status, body: response, text } = await client[edit.method](`/${collection}/${id}`, change);
      // Either the status doesn't allow the edit, or the text is stored.
      if (status !== 409)
        expect([name, status, response[name]], text).toEqual([name, 200, 'By the back door']);
    }
  },
);
