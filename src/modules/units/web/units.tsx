import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { dimensions, units } from '../collection.ts';
import { readNumberValue, readText } from '#platform/shapes/tolerant.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { formatCount, formatQuantity } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { lazyView } from '#platform/web/lazy-module.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { resourceMessages } from '#modules/master-data/web/messages.ts';
import { unitsMessages } from './messages.ts';

const UnitConverter = lazyView(async () => (await import('./unit-converter.tsx')).UnitConverter);

/** Maximum number of units shown per dimension; the list below the cards contains all of them. */
const maxPerDimension = 6;

const getSize = ({ values }: ResourceRow) =>
  (readNumberValue(values['factorNum']) ?? 1) / (readNumberValue(values['factorDen']) ?? 1);

/**
 * Formats a size as `1,000 g`, or as `×12` if there is no reference unit; null for a size of one without a
 * reference unit.
 */
function describeSize(row: ResourceRow, base: ResourceRow | undefined): string | null {
  const size = getSize(row);
  if (base) return `${formatQuantity(size)} ${readText(base.values['symbol']) ?? base.name}`;
  return size === 1 ? null : `×${formatQuantity(size)}`;
}

/** Shows the units of each dimension from the smallest to the largest, and the converter. */
function UnitsAbove() {
  const t = useMessages(unitsMessages).units;
  const dimensionNames = useMessages(resourceMessages).units.choices.dimension;
  const { data } = useQuery(allResourceQuery(units, { active: true }));
  const rows = data?.rows ?? [];
  // If there are no units, the list's empty state explains how to start.
  if (data && rows.length === 0) return null;
  return (
    <div className="grid grid-cols-1 gap-3 pb-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-label={t.byDimension} className="grid grid-cols-1 content-start gap-3 sm:grid-cols-2">
        {dimensions.map((dimension) => {
          const unitRows = rows
            .filter(({ values }) => values['dimension'] === dimension)
            .toSorted((a, b) => getSize(a) - getSize(b));
          // If several units have size one, as for counts, none is the reference of the others.
          const unitsOfSizeOne = unitRows.filter((row) => getSize(row) === 1);
          const base = unitsOfSizeOne.length === 1 ? unitsOfSizeOne[0] : undefined;
          return unitRows.length === 0 ? null : (
            <div key={dimension} className="rounded-md border bg-card p-3">
              <h2 className="pb-1 font-medium text-sm">{dimensionNames[dimension]}</h2>
              <ul className="flex flex-wrap gap-1.5">
                {unitRows.slice(0, maxPerDimension).map((row) => (
                  <li key={row._id}>
                    <Link
                      to="."
                      search={(before: Record<string, unknown>) => ({ ...before, row: row._id })}
                      resetScroll={false}
                      className="inline-flex min-h-8 items-center gap-1.5 rounded-md border px-2 text-sm hover:bg-accent touch:min-h-11"
                    >
                      {row.name}
                      <Size text={row === base ? t.base : describeSize(row, base)} />
                    </Link>
                  </li>
                ))}
              </ul>
              {unitRows.length > maxPerDimension ? (
                <Link
                  to="."
                  search={(before: Record<string, unknown>) => ({ ...before, dimension, page: undefined })}
                  resetScroll={false}
                  className="inline-block pt-2 text-primary text-sm underline-offset-4 hover:underline touch:min-h-11"
                >
                  {t.all(formatCount(unitRows.length))}
                </Link>
              ) : null}
            </div>
          );
        })}
      </section>
      {/* Reserves space, so that the list does not move when the converter loads. */}
      <div className="grid min-h-54 rounded-md border bg-card touch:min-h-62">
        <Suspense>
          <UnitConverter units={rows} />
        </Suspense>
      </div>
    </div>
  );
}

function Size({ text: size }: { text: string | null }) {
  return size && <bdi className="text-muted-foreground text-xs tabular-nums">{size}</bdi>;
}

export const unitExtras: PageExtras = { units: { Above: UnitsAbove } };
