import { type LinkProps, Navigate, useParams } from '@tanstack/react-router';
import type { Actor } from '#core/permissions.ts';
import { findDocumentLink, findLotLink } from '#modules/stock-ledger/web/document-pages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { NotFoundPage } from './not-found-page.tsx';

/** Addresses without a page of their own: those of printed QR codes lead to a page of the user. */
export function UnknownAddress() {
  const user = useUser();
  const { _splat = '' } = useParams({ strict: false });
  const link = findPrintedLink(user, _splat);
  return link === null ? <NotFoundPage /> : <Navigate {...link} replace />;
}

/** Returns the link of an address that is printed as a QR code (src/platform/documents/printed-path.ts). */
export function findPrintedLink(user: Actor, path: string): LinkProps | null {
  const [root, type = '', id = '', ...rest] = path.split('/');
  if (root !== 'open' || id === '') return null;
  // A lot may contain slashes.
  return type === 'lot' ? findLotLink(user, id, rest.join('/')) : findDocumentLink(user, type, id);
}
