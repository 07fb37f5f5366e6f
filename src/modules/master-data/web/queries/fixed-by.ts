import type { Resource } from '#platform/collections/define-resource.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { suppliers } from '#modules/suppliers/collection.ts';
import { lockState } from '#modules/prices/shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readResponse } from '#platform/web/queries/read-shape.ts';
import { rowPath } from './resource-writes.ts';
import { cacheSettings } from './resources.ts';

/** Queries what locks a field of a row: a document kind, or prices. Null if the field can be changed. */
const lockReasonsQuery = (resource: Resource, subject: string, id: string) =>
  readQuery({
    collection: cacheSettings(resource)[0],
    key: [resource.collection, subject, id],
    lifetime: 'orders',
    path: `${rowPath(resource, id)}/${subject}`,
    read: (reply) => readResponse(reply, lockState).fixedBy,
  });

export const packContentsQuery = (id: string) => lockReasonsQuery(packagings, 'contents', id);

export const supplierCurrencyQuery = (id: string) => lockReasonsQuery(suppliers, 'currency', id);
