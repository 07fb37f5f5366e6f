import { FileText, PackageCheck, PackageMinus, Stamp, Undo2 } from 'lucide-react';
import { DocumentStatus, type StatusStyle } from '#platform/documents/web/status-pill.tsx';
import { StatusPill } from '#modules/orders/web/status-pill.tsx';
import { CountStatusPill } from '#modules/stock-counts/web/count-status.tsx';
import { ReceiptStatusPill } from '#modules/goods-receipts/web/receipt-status.tsx';
import { CheckStatusPill } from '#modules/safety-checks/web/check-status.tsx';
import { BatchStatusPill } from '#modules/production/web/batch-status.tsx';
import { PurchaseStatusPill } from '#modules/purchase-orders/web/purchase-status.tsx';
import { TransferStatusPill } from '#modules/transfers/web/transfer-status.tsx';
import { WasteStatus } from '#modules/wastage/web/waste-status.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { PaletteEntry } from './entries.ts';
import { paletteMessages } from './messages.ts';

/** Status of a document, styled as on its own screens. */
export function EntryStatus({ kind, value }: NonNullable<PaletteEntry['status']>) {
  const { discrepancies, invoices } = useMessages(paletteMessages);
  if (kind === 'orders') return <StatusPill status={value} className="shrink-0" />;
  if (kind === 'stock-counts') return <CountStatusPill status={value} className="shrink-0" />;
  if (kind === 'production-batches') return <BatchStatusPill status={value} className="shrink-0" />;
  if (kind === 'purchase-orders') return <PurchaseStatusPill status={value} className="shrink-0" />;
  if (kind === 'goods-receipts') return <ReceiptStatusPill status={value} className="shrink-0" />;
  if (kind === 'safety-checks') return <CheckStatusPill status={value} className="shrink-0" />;
  if (kind === 'transfers') return <TransferStatusPill status={value} className="shrink-0" />;
  if (kind === 'wastage') return <WasteStatus status={value} className="shrink-0" />;
  if (kind === 'supplier-invoices')
    return (
      <DocumentStatus status={value} styles={invoiceStatusStyles} labels={invoices} className="shrink-0" />
    );
  return (
    <DocumentStatus
      status={value}
      styles={discrepancyStatusStyles}
      labels={discrepancies}
      className="shrink-0"
    />
  );
}

const invoiceStatusStyles: Readonly<Record<string, StatusStyle>> = {
  Draft: { tone: 'neutral', icon: FileText },
  Posted: { tone: 'green', icon: Stamp },
  Reversed: { tone: 'neutral', icon: Undo2, struck: true },
};

const discrepancyStatusStyles: Readonly<Record<string, StatusStyle>> = {
  Open: { tone: 'amber', icon: PackageMinus },
  Resolved: { tone: 'green', icon: PackageCheck },
};
