import { Link } from '@tanstack/react-router';
import { cn } from '#platform/web/cn.ts';
import { formatChange, formatInstant, formatQuantity } from '#platform/web/format/format.ts';
import { formatPieces, formatUnitName } from '#platform/web/format/unit.ts';
import { getMessages, useMessages } from '#platform/web/i18n/messages.ts';
import { type ListedReason, useReasons } from '#platform/web/form/reason-choices.ts';
import { useUser } from '#platform/web/session/session.ts';
import { findDocumentLink } from './document-pages.ts';
import type { LedgerEntry } from './stock-ledger-rows.ts';
import { ledgerMessages } from './messages.ts';

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  unit: string;
  /** Formats a location by its id and the server's name. */
  getLocationName(placeId: string, name: string): string;
}

/** Postings of an item at a location, newest first: kind, quantity, and balance after it. */
export function LedgerTable({ entries, unit, getLocationName }: LedgerTableProps) {
  const t = useMessages(ledgerMessages);
  return (
    <table aria-label={t.ledger} className="w-full text-sm">
      <thead>
        <tr className="border-b text-muted-foreground text-xs [&_th]:h-8 [&_th]:font-medium">
          <th scope="col" className="text-start">
            {t.columns.movement}
          </th>
          <th scope="col" className="w-24 text-right max-sm:w-px">
            {t.columns.change}
          </th>
          <th scope="col" className="w-28 text-right max-sm:w-px max-sm:ps-3">
            {t.columns.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <LedgerRow key={entry.move.seq} entry={entry} unit={unit} getLocationName={getLocationName} />
        ))}
      </tbody>
    </table>
  );
}

interface LedgerRowProps {
  entry: LedgerEntry;
  unit: string;
  getLocationName: LedgerTableProps['getLocationName'];
}

function LedgerRow({
  entry: { move, isOut, change, balance, pieces },
  unit,
  getLocationName,
}: LedgerRowProps) {
  const t = useMessages(ledgerMessages);
  const reasons = useReasons();
  const details = [
    isOut
      ? t.to(getLocationName(move.toPlace, move.toName))
      : t.from(getLocationName(move.fromPlace, move.fromName)),
    move.lot === null ? null : t.lot(move.lot),
    move.reversesSeq === null ? null : t.reverses(String(move.reversesSeq)),
    move.reason === null ? null : formatReason(move.reason, reasons),
  ].filter(Boolean);
  return (
    <tr className="border-b align-top last:border-b-0 [&_td]:py-2">
      <td className="pe-3">
        <div className="flex flex-wrap gap-x-2">
          <span className="font-medium">{getPostingKindLabel(move.kind)}</span>
          <DocumentLink docType={move.docType} docId={move.docId} docNo={move.docNo} />
        </div>
        <div className="text-muted-foreground text-xs">
          <time dateTime={move.postedAt}>{formatInstant(move.postedAt)}</time> · {details.join(' · ')}
        </div>
      </td>
      <td className={cn('whitespace-nowrap text-right tabular-nums', change < 0 && 'text-status-red')}>
        {formatChange(change, unit)}
        {pieces ? <Pieces count={pieces.change} /> : null}
      </td>
      <td className="whitespace-nowrap text-right tabular-nums max-sm:ps-3">
        <bdi>
          {formatQuantity(balance, unit)}{' '}
          <span className="text-muted-foreground text-xs">{formatUnitName(balance, unit)}</span>
        </bdi>
        {pieces ? <Pieces count={pieces.balance} /> : null}
      </td>
    </tr>
  );
}

const Pieces = ({ count }: { count: number }) => (
  <bdi className="block text-muted-foreground text-xs">{formatPieces(count)}</bdi>
);

interface DocumentLinkProps {
  docType: string;
  docId: string;
  docNo: string | null;
}

/** Number of the document behind a posting: a link, or an explanation of why there is none. */
export function DocumentLink({ docType, docId, docNo }: DocumentLinkProps) {
  const t = useMessages(ledgerMessages);
  const user = useUser();
  const link = findDocumentLink(user, docType, docId);
  // Older sales have no number; their link shows a generic name.
  const name = docNo ?? (docType === 'sales' ? t.sales : null);
  if (!link || name === null)
    return (
      <span>
        {name}{' '}
        <span className="text-muted-foreground text-xs">
          {docType === 'import'
            ? t.notLinked.import
            : name === null
              ? t.notLinked.noNumber
              : t.notLinked.noAccess}
        </span>
      </span>
    );
  return (
    <Link
      {...link}
      aria-label={t.openDoc(name)}
      className="whitespace-nowrap text-primary underline-offset-4 hover:underline touch:-my-3 touch:py-3"
    >
      {name}
    </Link>
  );
}

/** Returns the label of a posting kind; unknown kinds are shown as text. */
export function getPostingKindLabel(kind: string): string {
  const kindNames: Readonly<Record<string, string>> = getMessages(ledgerMessages).kinds;
  return kindNames[kind] ?? formatReason(kind);
}

/**
 * Formats a reason by its name in the list, its built-in name, or its code (`another_one` as `Another one`).
 */
function formatReason(reason: string, listedReasons: readonly ListedReason[] = []): string {
  const listedName = listedReasons.find(({ code }) => code === reason)?.name;
  if (listedName !== undefined) return listedName;
  const builtInNames: Readonly<Record<string, string>> = getMessages(ledgerMessages).reasons;
  if (builtInNames[reason]) return builtInNames[reason];
  const text = reason.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
