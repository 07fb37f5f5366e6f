import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { type Actor, canOpenPage, canRead, canSeeStockCosts } from '#core/permissions.ts';
import { compactLevelsQuery } from '#modules/item-levels/web/queries/item-levels.ts';
import { compactItemsQuery } from '#modules/items/web/queries/items.ts';
import { ordersQuery } from '#modules/orders/web/queries/queries.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { compactStockQuery } from '#modules/stock/web/queries/stock.ts';
import { Button } from '#platform/web/ui/button.tsx';
import { Card, CardTitle } from '#platform/web/ui/card.tsx';
import { Pill } from '#platform/web/ui/pill.tsx';
import { isMissingEndpoint } from '#platform/web/api/missing-endpoint.ts';
import { formatQuantity } from '#platform/web/format/format.ts';
import { type Translation, useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { useRoundedNow } from '../use-rounded-now.ts';
import { type DataIssue, type DataIssueKind, findIssues } from './data-issues.ts';
import { quickFixMessages } from './messages.ts';

/** Maximum number of lines shown; more appear as issues are fixed. */
const maxShown = 20;

/** Issues of one kind, with links to fix them. */
export function IssueList({ kind, issues }: { kind: DataIssueKind; issues: readonly DataIssue[] | null }) {
  const { issues: t } = useMessages(quickFixMessages);
  const user = useUser();
  const { title, text } = t.kinds[kind];
  const lines = (issues ?? []).slice(0, maxShown).map((issue) => describeIssue(issue, user, t));
  const hiddenCount = (issues?.length ?? 0) - lines.length;
  return (
    <Card className="p-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <CardTitle className="flex-1">{title}</CardTitle>
        {issues === null ? (
          <Pill icon={CircleHelp}>{t.unknown}</Pill>
        ) : issues.length === 0 ? (
          <Pill tone="green" icon={CircleCheck}>
            {t.none}
          </Pill>
        ) : (
          <Pill tone="amber" icon={TriangleAlert}>
            {t.found(issues.length)}
          </Pill>
        )}
        {lines.length > 0 ? <p className="basis-full text-muted-foreground text-sm">{text}</p> : null}
      </div>
      {lines.length > 0 ? (
        <ul aria-label={title} className="divide-y border-t">
          {lines.map(({ key, name, detail, fixes }) => (
            <li key={key} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
              <span className="min-w-0 flex-1 basis-48">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-muted-foreground text-xs">{detail}</span>
              </span>
              {fixes.length === 0 ? <span className="text-muted-foreground text-xs">{t.noFix}</span> : null}
              {fixes.map((fix) => (
                <Button key={fix.text} asChild size="sm">
                  <Link {...fix.link}>{fix.text}</Link>
                </Button>
              ))}
            </li>
          ))}
          {hiddenCount > 0 ? (
            <li className="px-4 py-2 text-muted-foreground text-sm">{t.more(hiddenCount)}</li>
          ) : null}
        </ul>
      ) : null}
    </Card>
  );
}

type Texts = Translation<(typeof quickFixMessages)['en']>['issues'];

interface Fix {
  text: string;
  link: LinkProps;
}

/** Description of an issue; without links if the user can't open the screens. */
interface IssueLine {
  key: string;
  name: string;
  detail: string;
  fixes: Fix[];
}

/** Describes an issue, with links to the screens where the user can fix it. */
function describeIssue(issue: DataIssue, user: Actor, t: Texts): IssueLine {
  const listAllowedFix = (page: string, fix: Fix): Fix[] => (canOpenPage(user, page) ? [fix] : []);
  const listEditFixes = (id: string, text: string = t.fixes.item): Fix[] =>
    listAllowedFix(`/items/${id}/edit`, { text, link: { to: '/items/$id/edit', params: { id } } });
  switch (issue.kind) {
    case 'negativeStock':
    case 'zeroCost': {
      const { kind, itemId, placeId, place, onHand } = issue;
      const stockCardFixes = listAllowedFix('/inventory', {
        text: t.fixes.stock,
        link: { to: '/inventory', search: { item: itemId, at: placeId } },
      });
      return {
        key: `${itemId} ${placeId} ${onHand}`,
        name: issue.item?.name ?? itemId,
        detail: t.onHand(formatQuantity(onHand), place),
        fixes: kind === 'zeroCost' ? [...listEditFixes(itemId), ...stockCardFixes] : stockCardFixes,
      };
    }
    case 'stuckInTransit': {
      const { _id, orderNo, branchName } = issue.order;
      return {
        key: _id,
        name: orderNo,
        detail: t.inTransit(issue.hours, branchName),
        fixes: listAllowedFix('/branch-order/receiving-order', {
          text: t.fixes.receive,
          link: { to: '/branch-order/receiving-order', search: { order: _id } },
        }),
      };
    }
    case 'missingConversion':
      return { ...buildItemLine(issue.item), fixes: listEditFixes(issue.item._id) };
    case 'duplicateNames': {
      const codes = issue.items.map(({ itemCode, _id }) => itemCode || _id);
      return {
        key: codes.join(),
        name: issue.items[0]?.name ?? '',
        detail: codes.join(' · '),
        fixes: issue.items
          .slice(0, 5)
          .flatMap(({ _id }, index) => listEditFixes(_id, t.fixes.items(index + 1))),
      };
    }
    case 'withoutPar':
      return {
        ...buildItemLine(issue.item),
        fixes: listAllowedFix('/branch-order/settings', {
          text: t.fixes.levels,
          link: { to: '/branch-order/settings', search: { q: issue.item.itemCode || issue.item.name } },
        }),
      };
  }
}

function buildItemLine({ _id, name, itemCode }: { _id: string; name: string; itemCode: string }) {
  return { key: _id, name, detail: itemCode };
}

/** Finds issues in the data that the user may read; rules whose data is missing report nothing. */
export function useDataIssues() {
  const user = useUser();
  const nowMs = useRoundedNow();
  const [canReadOrders, canReadStock] = [canRead(user, 'orders'), canRead(user, 'stock')];
  const shipped = useQuery({
    ...ordersQuery({ status: 'Shipped', sort: 'deliveryDate', limit: 500 }),
    enabled: canReadOrders,
  });
  // Loads only balances with issues, because all balances of many branches exceed the response limit.
  const balances = useQuery({ ...compactStockQuery({ only: 'with-errors' }), enabled: canReadStock });
  const canSeeCosts = canSeeStockCosts(user);
  const items = useQuery({ ...compactItemsQuery(), enabled: canRead(user, 'items') });
  const levels = useQuery({ ...compactLevelsQuery(), enabled: canRead(user, 'item-levels') });
  const branches = useQuery(branchesQuery());
  const queries = [shipped, balances, items, levels, branches];
  // There can be 20,000 rows, so they are checked only when data changes.
  const issues = useMemo(
    () =>
      findIssues({
        shipped: shipped.data?.rows ?? null,
        stock: balances.data?.rows ?? null,
        canSeeCosts,
        items: items.data ?? null,
        levels: levels.data ?? null,
        branches: branches.data ?? [],
        nowMs,
      }),
    [shipped.data, balances.data, canSeeCosts, items.data, levels.data, branches.data, nowMs],
  );
  return {
    issues,
    isLoading: queries.some((query) => query.isLoading),
    error: queries.find(({ error }) => error !== null && !isMissingEndpoint(error))?.error ?? null,
    refresh(): void {
      for (const query of queries) void query.refetch();
    },
  };
}
