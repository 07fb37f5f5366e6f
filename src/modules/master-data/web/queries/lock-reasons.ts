import type { Resource } from '#platform/collections/define-resource.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { suppliers } from '#modules/suppliers/collection.ts';
import { lockState } from '#modules/prices/shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readResponse } from '#platform/web/queries/read-shape.ts';
import { getRowPath } from './resource-writes.ts';
import { getCacheSettings } from './resources.ts';

/** Queries why a field of a row is locked: by a document kind, or by prices. Null if the field can be changed. */
const lockReasonQuery = (resource: Resource, subject: string, id: string) =>
  readQuery({
    collection: getCacheSettings(resource)[0],
    key: [resource.collection, subject, id],
    lifetime: 'orders',
    path: `${getRowPath(resource, id)}/${subject}`,
    read: (reply) => readResponse(reply, lockState).lockedBy,
  });

export const packContentsLockQuery = (id: string) => lockReasonQuery(packagings, 'contents', id);

export const supplierCurrencyLockQuery = (id: string) => lockReasonQuery(suppliers, 'currency', id);
