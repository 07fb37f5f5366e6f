import type { AnyDocument } from '#platform/documents/server/define.ts';
import type { TestClient } from './client.ts';

type DocumentMove = AnyDocument['lifecycle']['moves'][number];

/** Kinds that take a transition's reason in the same call; others save it before. */
const reasonGoesAlong: ReadonlySet<string> = new Set(['supplier_invoice', 'goods_receipt']);

const reason = 'On purpose';

/** Returns the body of a transition, with the reason where its kind takes it in the same call. */
export function transitionBody(
  { type }: AnyDocument,
  { verb, to }: Pick<DocumentMove, 'verb' | 'to'>,
): object {
  if (type === 'discrepancy') return { action: verb, chargedTo: 'branch' };
  return { status: to, ...(reasonGoesAlong.has(type) && { transitionReason: reason }) };
}

/**
 * Saves a reason for the next transition, for kinds that save it before; ignored by a status that takes none.
 */
export async function saveReason(client: TestClient, document: AnyDocument, id: string): Promise<void> {
  if (!reasonGoesAlong.has(document.type))
    await client.patch(`/${document.collection}/${id}`, { transitionReason: reason });
}

/** Returns the shortest path of legal transitions between two statuses, or null. */
function shortestPath({ lifecycle }: AnyDocument, from: string, to: string): readonly DocumentMove[] | null {
  const ways: { at: string; by: DocumentMove[] }[] = [{ at: from, by: [] }];
  for (const { at, by } of ways) {
    if (at === to) return by;
    for (const move of lifecycle.moves)
      if (move.from === at && !ways.some((way) => way.at === move.to))
        ways.push({ at: move.to, by: [...by, move] });
  }
  return null;
}

/** Brings a document to a status by legal transitions; false where its rules prevent that. */
export async function bringToStatus(
  client: TestClient,
  document: AnyDocument,
  id: string,
  to: string | null,
): Promise<boolean> {
  const path = `/${document.collection}/${id}`;
  const { status } = (await client.get(path)).body;
  const way = shortestPath(document, status, to ?? status);
  if (way === null) return false;
  for (const move of way) {
    if (move.reason) await saveReason(client, document, id);
    if ((await client.patch(path, transitionBody(document, move))).status !== 200) return false;
  }
  return true;
}
