import { Link } from '@tanstack/react-router';
import type { CostBasis, MissingCost } from '../../recipe-cost.ts';
import { canOpenPage } from '#core/permissions.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { FixList, fixLinkClass } from './fix-list.tsx';
import { recipesMessages } from './messages.ts';
import { useUnitFormats } from './use-unit-formats.ts';

/** Causes of an unknown cost, each with a link to fix it. */
export function MissingCosts({
  missing,
  basis = 'list',
}: {
  missing: readonly MissingCost[];
  basis?: CostBasis;
}) {
  const t = useMessages(recipesMessages);
  const names = useNames(['items', 'recipes']);
  const { formatUnit } = useUnitFormats();
  if (missing.length === 0) return null;
  const getName = ({ itemId, subRecipeId }: MissingCost) =>
    itemId === null ? names.getName('recipes', subRecipeId) : names.getName('items', itemId);
  const describe = (cause: MissingCost): string => {
    const name = getName(cause);
    if (cause.what === 'conversion')
      return t.noConversion(name, formatUnit(null, cause.unit ?? ''), formatUnit(null, cause.toUnit ?? ''));
    return cause.itemId === null
      ? t.noValidVersion(name)
      : t.noCost[cause.what === 'cost' ? basis : cause.what](name);
  };
  return (
    <FixList
      title={t.missingTitle}
      rows={missing.map((cause) => ({
        key: [cause.what, cause.itemId, cause.subRecipeId, cause.recipeId, cause.unit].join(' '),
        text: describe(cause),
        link:
          cause.itemId !== null ? (
            <FixLink itemId={cause.itemId} what={cause.what} basis={basis} />
          ) : cause.subRecipeId !== null ? (
            <Link to="/menu" search={{ row: cause.subRecipeId }} className={fixLinkClass}>
              {t.openRecipe}
            </Link>
          ) : null,
      }))}
    />
  );
}

/** Link to the page where the missing data is entered; none for data that can't be entered, such as a receipt. */
function FixLink({ itemId, what, basis }: { itemId: string; what: MissingCost['what']; basis: CostBasis }) {
  const t = useMessages(recipesMessages);
  const user = useUser();
  if (what === 'rate')
    return canOpenPage(user, '/currency') ? (
      <Link to="/currency" className={fixLinkClass}>
        {t.enterRate}
      </Link>
    ) : null;
  const [tab, label] =
    what === 'conversion'
      ? (['units', t.enterConversion] as const)
      : what === 'preferred'
        ? (['suppliers', t.choosePack] as const)
        : basis === 'standard'
          ? (['general', t.enterStandard] as const)
          : (['suppliers', basis === 'list' ? t.enterPrice : null] as const);
  if (label === null || !canOpenPage(user, '/items')) return null;
  return (
    <Link to="/items/$id/edit" params={{ id: itemId }} search={{ tab }} className={fixLinkClass}>
      {label}
    </Link>
  );
}
