import { isLocalId } from '#platform/web/outbox/entry.ts';
import { lazyModule, useLazyModule } from '#platform/web/lazy-module.ts';
import { getDocumentPath } from '../printed-path.ts';
import type { DocumentType } from '../types.ts';

/** The encoder, which only printouts need; `printout.tsx` loads it before printing. */
export const qrModule = lazyModule(() => import('./qr-code.tsx'));

/** QR code of an address; nothing if the encoder couldn't be loaded. */
export function PrintedQr({ address, size }: { address: string; size: string }) {
  const loaded = useLazyModule(qrModule);
  return loaded === null ? null : <loaded.QrCode text={address} size={size} />;
}

/** QR code that opens a document; nothing while the document exists on this device only. */
export const DocumentQr = ({ type, id }: { type: DocumentType; id: string }) =>
  isLocalId(id) ? null : (
    <PrintedQr address={window.location.origin + getDocumentPath(type, id)} size="22mm" />
  );
