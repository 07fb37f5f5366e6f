import { type LinkProps, Navigate, useParams } from '@tanstack/react-router';
import type { Actor } from '#core/permissions.ts';
import { findDocumentLink, findLotLink } from '#modules/stock-ledger/web/document-pages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Handles addresses that match no route. The address of a printed QR code opens the page of its document. */
export function UnknownAddress() {
  const user = useUser();
  const { _splat = '' } = useParams({ strict: false });
  const link = findPrintedLink(user, _splat);
  return link === null ? <NotFoundPage /> : <Navigate {...link} replace />;
}

/** Returns the page link for an address in a printed QR code (src/platform/documents/printed-path.ts). */
export function findPrintedLink(user: Actor, path: string): LinkProps | null {
  const [root, type = '', id = '', ...rest] = path.split('/');
  if (root !== 'open' || id === '') return null;
  // A lot may contain slashes.
  return type === 'lot' ? findLotLink(user, id, rest.join('/')) : findDocumentLink(user, type, id);
}
