import type { Letterhead } from '#modules/settings/shapes.ts';
import { LetterheadHeader } from '#modules/business/web/letterhead.tsx';
import { formatCount, formatDate, formatDay, formatTime } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { SafetyRecordRow } from '../shapes.ts';
import { checkDetailMessages } from './detail-messages.ts';
import { checkMessages } from './messages.ts';
import { useCheckFields } from './use-check-fields.ts';

interface RecordPrintProps {
  rows: readonly SafetyRecordRow[];
  place: { name: string; timezone: string };
  from: string;
  to: string;
  /** Null if the server doesn't send it. */
  business: Letterhead | null;
}

/** Printed food safety record of a location for an inspector; missed checks are listed as missed. */
export function RecordPrint({ rows, place, from, to, business }: RecordPrintProps) {
  const t = useMessages(checkDetailMessages).record;
  const { fields, limits } = useMessages(checkMessages);
  const due = rows.filter(({ dueAt }) => dueAt !== null);
  const totals = [
    due.length,
    due.filter(({ isMissed, isLate }) => !isMissed && !isLate).length,
    rows.filter(({ isWithin }) => !isWithin).length,
  ].map(formatCount);
  return (
    <div className="text-xs">
      <LetterheadHeader title={t.title} business={business} />
      <p className="pb-1 text-sm">
        <bdi>{place.name}</bdi> · {t.period(formatDate(from), formatDate(to))}
      </p>
      <p className="pb-3">{t.totals(totals[0] ?? '', totals[1] ?? '', totals[2] ?? '')}</p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b">
            {[
              t.day,
              t.due,
              t.checked,
              fields.pointName,
              limits,
              fields.reading,
              fields.correctiveAction,
              t.person,
              t.verified,
            ].map((header) => (
              <th key={header} className="py-1 pe-2 text-start">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <RecordRow
              key={row.key}
              row={row}
              timezone={place.timezone}
              isFirstOfDay={rows[index - 1]?.businessDay !== row.businessDay}
            />
          ))}
        </tbody>
      </table>
      <p className="mt-16 w-72 border-black border-t pt-1">{t.signature}</p>
    </div>
  );
}

interface RecordRowProps {
  row: SafetyRecordRow;
  timezone: string;
  isFirstOfDay: boolean;
}

function RecordRow({ row, timezone, isFirstOfDay }: RecordRowProps) {
  const t = useMessages(checkDetailMessages).record;
  const { formatDegrees, formatLimits } = useCheckFields();
  const formatCheckTime = (at: string | null) => (at === null ? '' : formatTime(at, timezone));
  const reading = row.reading === null ? t.cleaned : formatDegrees(row.reading);
  const secondReading =
    row.secondReading === null ? '' : ` ${t.secondReading(formatDegrees(row.secondReading) ?? '')}`;
  return (
    <tr className="break-inside-avoid border-black/30 border-b align-top">
      <td className="whitespace-nowrap py-1 pe-2">{isFirstOfDay ? formatDay(row.businessDay) : ''}</td>
      <td className="py-1 pe-2 tabular-nums">{formatCheckTime(row.dueAt)}</td>
      <td className="py-1 pe-2 tabular-nums">
        {row.isMissed ? <strong>{t.missed}</strong> : formatCheckTime(row.checkedAt)}
        {row.isLate ? ` (${t.late})` : ''}
      </td>
      <td className="py-1 pe-2">
        <bdi>{row.pointName}</bdi>
      </td>
      <td className="py-1 pe-2">
        <bdi>{formatLimits(row)}</bdi>
      </td>
      <td className={`py-1 pe-2 ${row.isWithin ? '' : 'font-bold'}`}>
        {row.isMissed ? '' : <bdi>{`${reading}${secondReading}`}</bdi>}
      </td>
      <td className="py-1 pe-2">{[row.correctiveAction, row.note].filter(Boolean).join(' · ')}</td>
      <td className="py-1 pe-2">
        <bdi>{row.signedBy ?? row.userName}</bdi>
      </td>
      <td className="py-1">
        <bdi>{row.verifiedByName}</bdi>
      </td>
    </tr>
  );
}
