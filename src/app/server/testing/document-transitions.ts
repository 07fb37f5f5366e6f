import type { AnyDocument } from '#platform/documents/server/define.ts';
import type { TestClient } from './client.ts';

type DocumentTransition = AnyDocument['lifecycle']['transitions'][number];

/** Document types that accept a transition's reason in the same request; the others save it first. */
const typesWithReasonInRequest: ReadonlySet<string> = new Set([
  'supplier_invoice',
  'goods_receipt',
  'safety_check',
]);

const reason = 'On purpose';

/** Returns the body of a transition, with the reason if its document type accepts it in the same request. */
export function buildTransitionBody(
  { type }: AnyDocument,
  { verb, to }: Pick<DocumentTransition, 'verb' | 'to'>,
): object {
  if (type === 'discrepancy') return { action: verb, chargedTo: 'branch' };
  return { status: to, ...(typesWithReasonInRequest.has(type) && { transitionReason: reason }) };
}

/**
 * Saves a reason for the next transition, for document types that save it first; ignored if the status
 * doesn't accept one.
 */
export async function saveReason(client: TestClient, document: AnyDocument, id: string): Promise<void> {
  if (!typesWithReasonInRequest.has(document.type))
    await client.patch(`/${document.collection}/${id}`, { transitionReason: reason });
}

/** Returns the shortest path of legal transitions between two statuses, or null. */
function findShortestPath(
  { lifecycle }: AnyDocument,
  from: string,
  to: string,
): readonly DocumentTransition[] | null {
  const paths: { status: string; transitions: DocumentTransition[] }[] = [{ status: from, transitions: [] }];
  for (const { status, transitions } of paths) {
    if (status === to) return transitions;
    for (const transition of lifecycle.transitions)
      if (transition.from === status && !paths.some((other) => other.status === transition.to))
        paths.push({ status: transition.to, transitions: [...transitions, transition] });
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
  const transitions = findShortestPath(document, status, to ?? status);
  if (transitions === null) return false;
  for (const transition of transitions) {
    if (transition.reason) await saveReason(client, document, id);
    if ((await client.patch(path, buildTransitionBody(document, transition))).status !== 200) return false;
  }
  return true;
}
