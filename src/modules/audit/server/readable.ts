import { listCostFields } from '#platform/shapes/shape.ts';
import { items } from '#modules/items/collection.ts';
import { listHiddenFields, type Resource } from '#platform/collections/define-resource.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import { resources } from '#modules/master-data/collections.ts';
import { orderTemplates } from '#modules/order-templates/collection.ts';
import { packagings } from '#modules/packagings/collection.ts';
import { type Collection, collectionAccess } from '#core/collections.ts';
import { type Actor, hasAllLocations, canRead, canSeeBusinessCosts } from '#core/permissions.ts';
import { sql } from 'kysely';
import { scopeCondition } from '#platform/server/db/scope.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { belongsToLocation, buildScopeConditions } from '#platform/collections/server/scope.ts';
import type { AuditRecord } from './audit-record.ts';

type Json = unknown;

/** Secrets are never returned, even if the audit log contains them. */
const secretNames = /password(?:hash)?$|token|secret/i;

/**
 * Names of amounts. Fields with these names that have no definition are hidden from users without permission
 * to see costs.
 */
const amountNames =
  /cost|price|value|margin|total|freight|charge|labour|absolute|variance|difference|amount|percent|^net|^tax$/i;

const allResources: readonly Resource[] = [...resources, items, itemLevels, packagings, orderTemplates];
const resourceByCollection = new Map(
  allResources.map((resource) => [resource.collection as string, resource]),
);
const documentByCollection = new Map(documents.map((document) => [document.collection as string, document]));

/** Read access of a user to the entries of a page. */
export interface AuditReader {
  /** `before` or `after` without fields the reader may not see; null if nothing remains. */
  values(entry: AuditRecord, json: string | null): Json;
}

/**
 * Determines which parts of entries a user may read. Everyone with access to the audit log sees that an
 * action took place; its values are visible, field by field, only to users who may read the row.
 */
export async function createAuditReader(
  db: Queryable,
  actor: Actor,
  entries: readonly AuditRecord[],
): Promise<AuditReader> {
  const idsInScope = await loadIdsInScope(db, actor, entries);
  const isReadable = (entry: AuditRecord): boolean => {
    if (entry.action === 'denied') return true;
    const collection = getCollection(entry);
    if (collection === null) return true;
    if (!canRead(actor, collection)) return false;
    if (hasAllLocations(actor)) return true;
    if (collection === 'settings') return false;
    if (documentByCollection.has(collection) || belongsToLocation(collection))
      return idsInScope.has(entry.entityId ?? '');
    // Other operational rows store their location in columns specific to their kind, so only the author sees
    // their values.
    return collectionAccess[collection] !== 'working' || entry.userId === actor._id;
  };
  return {
    values(entry, json) {
      if (json === null || !isReadable(entry)) return null;
      const isHidden = createHiddenTest(entry.entity, actor);
      return removeHidden(JSON.parse(json), isHidden);
    },
  };
}

/**
 * Returns the collection of an entry's row; null for sign-ins and similar entries. Photos belong to their
 * document's collection.
 */
function getCollection({ entity, before, after }: AuditRecord): Collection | null {
  if (Object.hasOwn(collectionAccess, entity)) return entity as Collection;
  if (entity !== 'attachments') return null;
  const { docType } = (JSON.parse(after ?? before ?? '{}') ?? {}) as { docType?: string };
  return documents.find(({ type }) => type === docType)?.collection ?? 'audit';
}

/** Returns ids of the entries' rows that belong to the actor's locations. */
async function loadIdsInScope(
  db: Queryable,
  actor: Actor,
  entries: readonly AuditRecord[],
): Promise<ReadonlySet<string>> {
  const visibleIds = new Set<string>();
  if (hasAllLocations(actor)) return visibleIds;
  for (const [entity, group] of Map.groupBy(entries, (entry) => entry.entity)) {
    const document = documentByCollection.get(entity);
    const resource = resourceByCollection.get(entity);
    const table =
      document?.table ?? (resource && belongsToLocation(resource.collection) ? resource.table : null);
    const ids = [...new Set(group.flatMap(({ entityId }) => entityId ?? []))];
    if (table === null || ids.length === 0) continue;
    const scope = document
      ? [scopeCondition(actor, document.scope)]
      : buildScopeConditions(resource as Resource, actor);
    const { rows } = await sql<{
      id: string;
    }>`select ${sql.ref(`${table}._id`)} as id from ${sql.table(table)}
      where ${sql.ref(`${table}._id`)} in (${sql.join(ids)}) and ${sql.join(scope, sql` and `)}`.execute(db);
    for (const { id } of rows) visibleIds.add(id);
  }
  return visibleIds;
}

/**
 * Returns a function that determines whether a field is hidden: by its definition, or by its name if it has
 * none.
 */
function createHiddenTest(entity: string, actor: Actor): (key: string, value: Json) => boolean {
  const canSeeCosts = canSeeBusinessCosts(actor);
  const resource = resourceByCollection.get(entity);
  const document = documentByCollection.get(entity);
  const fieldSets = [document?.fields ?? {}, document?.lines?.fields ?? {}];
  const costs = new Set(canSeeCosts ? [] : fieldSets.flatMap(listCostFields));
  const fieldResources = resource ? [resource] : entity === 'reviews' ? [items, packagings] : [];
  const hidden = new Set([
    ...costs,
    ...fieldResources.flatMap((fieldResource) => listHiddenFields(fieldResource, actor)),
  ]);
  const definedFields = new Set(
    [...fieldSets, ...fieldResources.map(({ allFields }) => allFields)].flatMap((fields) =>
      Object.keys(fields),
    ),
  );
  return (key, value) => {
    if (secretNames.test(key)) return value !== 'changed';
    const name = key.replace(/(?:E4|Micro)$/, '');
    if (hidden.has(name)) return true;
    return !canSeeCosts && !definedFields.has(name) && amountNames.test(name) && typeof value !== 'boolean';
  };
}

function removeHidden(value: Json, isHidden: (key: string, value: Json) => boolean): Json {
  if (Array.isArray(value)) return value.map((entry: Json) => removeHidden(entry, isHidden));
  if (typeof value !== 'object' || value === null) return value;
  const visible = Object.entries(value).filter(([key, inner]) => !isHidden(key, inner));
  return Object.fromEntries(visible.map(([key, inner]) => [key, removeHidden(inner, isHidden)]));
}
