import type { AnyDocument } from '#platform/documents/server/define.ts';
import type { TestClient } from './client.ts';

type DocumentMove = AnyDocument['lifecycle']['transitions'][number];

/** Document types that accept a transition's reason in the same request; the others save it first. */
const kindsWithReasonInCall: ReadonlySet<string> = new Set([
  'supplier_invoice',
  'goods_receipt',
  'safety_check',
]);

const reason = 'On purpose';

/** Returns the body of a transition, with the reason if its document type accepts it in the same request. */
export function buildTransitionBody(
  { type }: AnyDocument,
  { verb, to }: Pick<DocumentMove, 'verb' | 'to'>,
): object {
  if (type === 'discrepancy') return { action: verb, chargedTo: 'branch' };
  return { status: to, ...(kindsWithReasonInCall.has(type) && { transitionReason: reason }) };
}

/**
 * Saves a reason for the next transition, for document types that save it first; ignored if the status
 * doesn't accept one.
 */
export async function saveReason(client: TestClient, document: AnyDocument, id: string): Promise<void> {
  if (!kindsWithReasonInCall.has(document.type))
    await client.patch(`/${document.collection}/${id}`, { transitionReason: reason });
}

/** Returns the shortest path of legal transitions between two statuses, or null. */
function findShortestPath(
  { lifecycle }: AnyDocument,
  from: string,
  to: string,
): readonly DocumentMove[] | null {
  const paths: { status: string; moves: DocumentMove[] }[] = [{ status: from, moves: [] }];
  for (const { status, moves } of paths) {
    if (status === to) return moves;
    for (const move of lifecycle.transitions)
      if (move.from === status && !paths.some((other) => other.status === move.to))
        paths.push({ status: move.to, moves: [...moves, move] });
  }
  return null;
}

/** Brings a document to a status through legal transitions; returns false if its rules prevent that. */
export async function bringToStatus(
  client: TestClient,
  document: AnyDocument,
  id: string,
  to: string | null,
): Promise<boolean> {
  const path = `/${document.collection}/${id}`;
  const { status } = (await client.get(path)).body;
  const moves = findShortestPath(document, status, to ?? status);
  if (moves === null) return false;
  for (const move of moves) {
    if (move.reason) await saveReason(client, document, id);
    if ((await client.patch(path, buildTransitionBody(document, move))).status !== 200) return false;
  }
  return true;
}
