import type { NoteParties } from '../../shapes.ts';
import type { Order } from '../../shapes.ts';
import { compareByStop } from '../../shipping.ts';
import type { Branch } from '#platform/web/queries/branches.ts';
import { DeliveryNote } from '../delivery-note.tsx';
import { statusMessages } from '../status-messages.ts';
import { formatCount, formatDate, formatInstant } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { PrintoutFacts } from '#platform/documents/web/printout-facts.tsx';
import { Bars } from './label-sheet.tsx';
import { shipmentMessages } from './messages.ts';

/** An order with the addresses on its delivery note; null if the server doesn't send them. */
export interface OrderPrintout {
  order: Order;
  parties: NoteParties | null;
}

/** Sorts orders by the vehicle's stops. */
export function sortByStop<T extends { order: Pick<Order, 'branch' | 'branchName'> }>(
  printouts: readonly T[],
  branches: readonly Branch[],
): T[] {
  const stops = new Map(branches.map((branch) => [branch._id, branch]));
  const getStop = ({ order }: T) => {
    const { route = null, routeStop = null } = stops.get(order.branch) ?? {};
    return { route, routeStop, name: order.branchName };
  };
  return printouts.toSorted((a, b) => compareByStop(getStop(a), getStop(b)));
}

/** Delivery notes of several orders, each on its own page. */
export function DeliveryNotes({ printouts }: { printouts: readonly OrderPrintout[] }) {
  return printouts.map(({ order, parties }) => (
    <div key={order._id} className="break-after-page last:break-after-auto">
      <DeliveryNote
        order={order}
        parties={parties}
        badge={order.deliveryNoteNo ? <Bars code={order.deliveryNoteNo} height="9mm" /> : null}
      />
    </div>
  ));
}

/**
 * The driver's run sheet: stops in order, the goods for each, and space for signatures; followed by the
 * delivery notes.
 */
export function RunSheet({
  printouts,
  branches,
}: {
  printouts: readonly OrderPrintout[];
  branches: readonly Branch[];
}) {
  const t = useMessages(shipmentMessages).run;
  const { fields } = useMessages(statusMessages);
  const stops = sortByStop(printouts, branches);
  const joinValues = (read: (order: Order) => string | null | undefined) =>
    [...new Set(stops.flatMap(({ order }) => read(order) ?? []))].join(', ');
  const findBranch = (order: Order) => branches.find(({ _id }) => _id === order.branch);
  const facts: [string, string][] = [
    [t.route, joinValues((order) => findBranch(order)?.route)],
    [fields.deliveryDate, joinValues(({ deliveryDate }) => formatDate(deliveryDate))],
    [fields.driver, joinValues(({ driver }) => driver)],
    [fields.vehicle, joinValues(({ vehicle }) => vehicle)],
    [fields.departsAt, joinValues(({ departsAt }) => departsAt && formatInstant(departsAt))],
  ];
  const crateCount = stops.reduce((sum, { order }) => sum + (order.crates ?? 0), 0);
  const stopCount = new Set(stops.map(({ order }) => order.branch)).size;
  return (
    <>
      <section className="break-after-page text-sm">
        <h1 className="pb-4 font-semibold text-xl">{t.title}</h1>
        <PrintoutFacts facts={facts} />
        <table className="w-full border-collapse">
          <thead>
            <tr className="border-black border-b text-start">
              <th className="py-1 pe-3 text-start">{t.stop}</th>
              <th className="py-1 pe-3 text-start">{fields.branchName}</th>
              <th className="py-1 pe-3 text-start">{t.order}</th>
              <th className="py-1 pe-3 text-end">{fields.crates}</th>
              <th className="w-20 py-1 text-start">{t.arrived}</th>
              <th className="w-44 py-1 text-start">{t.signature}</th>
            </tr>
          </thead>
          <tbody>
            {stops.map(({ order, parties }, index) => (
              <tr key={order._id} className="break-inside-avoid border-black/30 border-b align-top">
                <td className="py-3 pe-3 tabular-nums">{findBranch(order)?.routeStop ?? index + 1}</td>
                <td className="py-3 pe-3">
                  <p className="font-medium">{order.branchName}</p>
                  <p className="whitespace-pre-line text-xs">{parties?.to?.address}</p>
                  <bdi className="text-xs">{parties?.to?.phone}</bdi>
                </td>
                <td className="py-3 pe-3">
                  <p>{order.orderNo}</p>
                  <p>{order.deliveryNoteNo}</p>
                </td>
                <td className="py-3 pe-3 text-end font-medium tabular-nums">
                  {order.crates === undefined ? t.notEntered : formatCount(order.crates)}
                </td>
                <td className="py-3">________</td>
                <td className="py-3">______________________</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p className="pt-4 font-medium">{t.total(stopCount, crateCount)}</p>
      </section>
      <DeliveryNotes printouts={stops} />
    </>
  );
}
