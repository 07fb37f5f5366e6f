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
  const describe = (missingCost: MissingCost): string => {
    const name = getName(missingCost);
    if (missingCost.cause === 'conversion')
      return t.noConversion(
        name,
        formatUnit(null, missingCost.unit ?? ''),
        formatUnit(null, missingCost.toUnit ?? ''),
      );
    return missingCost.itemId === null
      ? t.noValidVersion(name)
      : t.noCost[missingCost.cause === 'cost' ? basis : missingCost.cause](name);
  };
  return (
    <FixList
      title={t.missingTitle}
      rows={missing.map((missingCost) => ({
        key: [
          missingCost.cause,
          missingCost.itemId,
          missingCost.subRecipeId,
          missingCost.recipeId,
          missingCost.unit,
        ].join(' '),
        text: describe(missingCost),
        link:
          missingCost.itemId !== null ? (
            <FixLink itemId={missingCost.itemId} cause={missingCost.cause} basis={basis} />
          ) : missingCost.subRecipeId !== null ? (
            <Link to="/menu" search={{ row: missingCost.subRecipeId }} className={fixLinkClass}>
              {t.openRecipe}
            </Link>
          ) : null,
      }))}
    />
  );
}

/** Link to the page where the missing data is entered; none for data that can't be entered, such as a receipt. */
function FixLink({
  itemId,
  cause,
  basis,
}: {
  itemId: string;
  cause: MissingCost['cause'];
  basis: CostBasis;
}) {
  const t = useMessages(recipesMessages);
  const user = useUser();
  if (cause === 'rate')
    return canOpenPage(user, '/currency') ? (
      <Link to="/currency" className={fixLinkClass}>
        {t.enterRate}
      </Link>
    ) : null;
  const [tab, label] =
    cause === 'conversion'
      ? (['units', t.enterConversion] as const)
      : cause === 'preferred'
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
