import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReviewDetail, ReviewEffect } from '#modules/reviews/shapes.ts';
import { missingValue, formatAge, formatInstant, formatPercentChange } from '#platform/web/format/format.ts';
import { formatUnitName } from '#platform/web/format/unit.ts';
import { formatUnitCost } from '#platform/web/format/money.ts';
import { useBaseCurrency } from '#platform/web/session/use-money.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { reviewMessages } from './messages.ts';
import { isSameValue } from '#core/same-value.ts';
import { Table, TableBody, TableCell, TableHead, TableHeader } from '#platform/web/ui/table.tsx';
import { getDefinition } from '../../collections.ts';
import { useReviewedFieldFormat } from './review-texts.ts';

/** Details of a proposal for its reviewer and proposer. */
export function ReviewBody({ review }: { review: ReviewDetail }) {
  const t = useMessages(reviewMessages);
  const { status, operation, base, current, effects, missing, duplicates, collection } = review;
  const isOpen = status === 'Pending' || status === 'Returned';
  const isDeleted = isOpen && operation !== 'create' && current === null;
  const isStale = isOpen && base !== null && current !== null && base['version'] !== current['version'];
  return (
    <div className="flex flex-col gap-6 text-sm">
      {review.reason ? (
        <p className="rounded-md border border-status-amber px-3 py-2">
          <bdi>{t.reason(review.reason)}</bdi>
        </p>
      ) : null}
      {isDeleted || isStale ? (
        <p role="note" className="rounded-md border border-status-amber px-3 py-2">
          {isDeleted ? t.isGone : t.changedSince(String(current?.['version'] ?? ''))}
        </p>
      ) : null}
      <Section title={operation === 'create' ? t.newRow : t.changes}>
        <ReviewCompare review={review} />
      </Section>
      {isOpen ? (
        <>
          <Section title={t.effects}>
            {effects.length === 0 ? <p>{t.noEffects}</p> : <Effects effects={effects} />}
          </Section>
          <Section title={t.missing}>
            <p>{missing.length === 0 ? t.nothingMissing : missing.map((gap) => t.gaps[gap]).join(' · ')}</p>
          </Section>
          <Section title={t.duplicates}>
            {duplicates.length === 0 ? <p>{t.noDuplicates}</p> : null}
            <ul className="flex flex-col gap-1">
              {duplicates.map((duplicate) => (
                <li key={duplicate._id}>
                  {duplicate.isProposed || collection !== 'items' ? (
                    <bdi>{duplicate.name}</bdi>
                  ) : (
                    <Link
                      to="/items/$id/edit"
                      params={{ id: duplicate._id }}
                      className="text-primary underline-offset-4 hover:underline"
                    >
                      <bdi>{duplicate.name}</bdi>
                    </Link>
                  )}{' '}
                  <span className="text-muted-foreground">
                    <bdi>{duplicate.isProposed ? t.alsoProposedBy(duplicate.code) : duplicate.code}</bdi>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        </>
      ) : null}
      <Section title={t.history}>
        <ol className="flex flex-col gap-2">
          {review.history.map((step) => (
            <li key={`${step.at} ${step.event}`}>
              <bdi className="font-medium">{step.byName}</bdi>{' '}
              {(t.steps as Readonly<Record<string, string>>)[step.event] ?? step.event}{' '}
              <time dateTime={step.at} title={formatInstant(step.at)} className="text-muted-foreground">
                {formatAge(step.at)}
              </time>
              {step.reason ? (
                <p className="text-muted-foreground">
                  <bdi>{step.reason}</bdi>
                </p>
              ) : null}
            </li>
          ))}
        </ol>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="pb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Effects({ effects }: { effects: readonly ReviewEffect[] }) {
  const t = useMessages(reviewMessages);
  const base = useBaseCurrency();
  return (
    <dl className="divide-y">
      {effects.map((effect) => {
        const { kind, name, unitSymbol, currency, before, after } = effect;
        const amount = (value: number | null) =>
          value === null
            ? missingValue
            : t.perUnit(formatUnitCost(value, currency ?? base), formatUnitName(null, unitSymbol));
        return (
          <div key={`${kind} ${name}`} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="text-muted-foreground">
              <bdi>{kind === 'packPrice' ? t.effect.packPrice(name ?? '') : t.effect[kind]}</bdi>
            </dt>
            <dd className="tabular-nums">
              {before === after
                ? t.unchanged(amount(after))
                : before === null
                  ? amount(after)
                  : t.from(amount(before), amount(after))}{' '}
              {before !== null && after !== null && before !== after && before !== 0 ? (
                <span className="font-medium">
                  {t.percent(formatPercentChange((after - before) / before))}
                </span>
              ) : null}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/**
 * Compares the row before and after the change, field by field. If the row has changed since the proposal,
 * also shows its state at that time.
 */
function ReviewCompare({ review }: { review: ReviewDetail }) {
  const t = useMessages(reviewMessages);
  const { collection, operation, change, base, current, status } = review;
  const isNew = operation === 'create';
  const isOpen = status === 'Pending' || status === 'Returned';
  // A decided proposal is compared with the original state of the row, which has changed since.
  const before = isOpen ? current : base;
  const fields = Object.keys(change).filter((field) => !isNew || !isUnset(change[field]));
  const fieldOrder = Object.keys(getDefinition(collection).allFields);
  const visibleFields = fields.toSorted((a, b) => getPosition(fieldOrder, a) - getPosition(fieldOrder, b));
  const fieldFormat = useReviewedFieldFormat(collection, visibleFields, { ...current, ...change });
  const isStale = isOpen && base !== null && current !== null && base['version'] !== current['version'];
  if (operation === 'delete') return <p className="text-sm">{t.deletion}</p>;
  return (
    <Table aria-label={isNew ? t.newRow : t.changes}>
      <TableHeader>
        <tr>
          <TableHead>{t.field}</TableHead>
          {isStale ? <TableHead>{t.original}</TableHead> : null}
          {isNew ? null : <TableHead>{t.current}</TableHead>}
          <TableHead>{t.proposed}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {visibleFields.map((field) => {
          const hasChanged = isStale && !isSameValue(base[field], current[field]);
          return (
            <tr key={field}>
              <TableCell className="text-muted-foreground">{fieldFormat.getLabel(field)}</TableCell>
              {isStale ? <Value text={fieldFormat.formatValue(field, base[field])} /> : null}
              {isNew ? null : (
                <Value text={fieldFormat.formatValue(field, before?.[field])} isEmphasized={hasChanged} />
              )}
              <Value text={fieldFormat.formatValue(field, change[field])} isEmphasized />
            </tr>
          );
        })}
      </TableBody>
    </Table>
  );
}

function Value({ text, isEmphasized = false }: { text: string; isEmphasized?: boolean }) {
  return (
    <TableCell className={isEmphasized ? 'whitespace-normal font-medium' : 'whitespace-normal'}>
      <bdi className="break-words">{text}</bdi>
    </TableCell>
  );
}

/** Returns whether a value of a new row wasn't entered; such values aren't shown. */
function isUnset(value: unknown): boolean {
  if (value === null || value === '' || value === false || value === undefined) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

function getPosition(order: readonly string[], field: string): number {
  const index = order.indexOf(field);
  return index < 0 ? order.length : index;
}
