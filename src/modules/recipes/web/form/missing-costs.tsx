import { Link } from '@tanstack/react-router';
import type { CostBasis, MissingCost } from '../../recipe-cost.ts';
import { canOpenPage } from '#core/permissions.ts';
import { useNames } from '#modules/master-data/web/references/use-names.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { recipesMessages } from './messages.ts';
import { useUnitWords } from './use-unit-words.ts';

/** Reasons why a cost is unknown, each with a link to fix it. */
export function MissingCosts({
  missing,
  basis = 'list',
}: {
  missing: readonly MissingCost[];
  basis?: CostBasis;
}) {
  const t = useMessages(recipesMessages);
  const names = useNames(['items', 'recipes']);
  const { behind } = useUnitWords();
  if (missing.length === 0) return null;
  const nameOf = ({ itemId, subRecipeId }: MissingCost) =>
    itemId === null ? names.of('recipes', subRecipeId) : names.of('items', itemId);
  const describe = (fault: MissingCost): string => {
    const name = nameOf(fault);
    if (fault.what === 'conversion')
      return t.noConversion(name, behind(null, fault.unit ?? ''), behind(null, fault.toUnit ?? ''));
    return fault.itemId === null
      ? t.notMade(name)
      : t.noCost[fault.what === 'cost' ? basis : fault.what](name);
  };
  return (
    <div role="note" className="rounded-md border border-status-amber px-3 py-2 text-sm">
      <p className="font-medium">{t.missingTitle}</p>
      <ul className="flex flex-col gap-1 pt-1">
        {missing.map((fault) => (
          <li
            key={[fault.what, fault.itemId, fault.subRecipeId, fault.recipeId, fault.unit].join(' ')}
            className="flex flex-wrap items-baseline gap-x-2"
          >
            <span>{describe(fault)}</span>
            {fault.itemId === null ? null : <Mend itemId={fault.itemId} what={fault.what} basis={basis} />}
            {fault.itemId === null && fault.subRecipeId !== null ? (
              <Link
                to="/menu"
                search={{ row: fault.subRecipeId }}
                className="text-primary underline-offset-2 hover:underline"
              >
                {t.openRecipe}
              </Link>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Link to the page that fixes it; none for facts that cannot be entered, such as a receipt. */
function Mend({ itemId, what, basis }: { itemId: string; what: MissingCost['what']; basis: CostBasis }) {
  const t = useMessages(recipesMessages);
  const user = useUser();
  const className = 'text-primary underline-offset-2 hover:underline';
  if (what === 'rate')
    return canOpenPage(user, '/currency') ? (
      <Link to="/currency" className={className}>
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
    <Link to="/items/$id/edit" params={{ id: itemId }} search={{ tab }} className={className}>
      {label}
    </Link>
  );
}
