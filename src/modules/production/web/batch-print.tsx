import type { ProductionBatch } from '../shapes.ts';
import { formatAmount } from '#platform/web/format/unit.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { productionMessages } from './messages.ts';
import { useBatchFields } from './use-batch-fields.ts';

/** Printed batch sheet for the kitchen: ingredients, method, and space to note what was used. */
export function BatchPrint({ batch }: { batch: ProductionBatch }) {
  const { print: t, panel, fields } = useMessages(productionMessages);
  const { fact } = useBatchFields();
  const [planned, day, shift] = (['plannedQty', 'plannedFor', 'shift'] as const).map(
    (name) => fact(batch, name)[1],
  );
  return (
    <div className="text-sm">
      <h1 className="font-semibold text-xl">
        {t.title} {batch.number}
      </h1>
      <p className="pb-4 text-base">
        {batch.itemName} · <bdi>{planned}</bdi> · {batch.kitchenName} · {day}
        {shift === null ? null : ` · ${shift}`}
      </p>
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-black border-b">
            <th className="py-1 text-start">{t.item}</th>
            <th className="py-1 text-end">{t.needed}</th>
            <th className="w-28 py-1 text-end">{t.used}</th>
            <th className="w-36 py-1 text-end">{t.lot}</th>
          </tr>
        </thead>
        <tbody>
          {batch.items
            .filter(({ side }) => side === 'in')
            .map((line) => (
              <tr key={line.lineId} className="h-9 break-inside-avoid border-black/30 border-b">
                <td>{line.itemName}</td>
                <td className="text-end font-medium tabular-nums">
                  <bdi>{formatAmount(line.neededQty, line.unitSymbol)}</bdi>
                </td>
                <td className="border-black/30 border-s" />
                <td className="border-black/30 border-s" />
              </tr>
            ))}
        </tbody>
      </table>
      {batch.steps.length === 0 ? null : (
        <>
          <h2 className="pt-4 font-semibold">{panel.method}</h2>
          <ol className="ps-5" style={{ listStyle: 'decimal' }}>
            {batch.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </>
      )}
      <dl className="grid grid-cols-3 gap-6 pt-8">
        {[fields.goodQty, fields.lostQty, t.signed].map((label) => (
          <div key={label} className="border-black border-t pt-1">
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
    </div>
  );
}
