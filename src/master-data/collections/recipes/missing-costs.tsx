import { Link } from '@tanstack/react-router';
import type { Missing } from '#domain/recipes/costing.ts';
import { canOpenPage } from '#domain/permissions.ts';
import { useNames } from '#src/entities/reference/use-names.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { useUser } from '#src/lib/session/session.ts';
import { recipesMessages } from './messages.ts';
import { useUnitWords } from './use-unit-words.ts';

/** Why a cost is not known, each reason with the way to mend it. */
export function MissingCosts({ missing }: { missing: readonly Missing[] }) {
  const t = useMessages(recipesMessages);
  const names = useNames(['items', 'recipes']);
  const { behind } = useUnitWords();
  const opensItems = canOpenPage(useUser(), '/items');
  if (missing.length === 0) return null;
  const nameOf = ({ itemId, subRecipeId }: Missing) =>
    itemId === null ? names.of('recipes', subRecipeId) : names.of('items', itemId);
  const saying = (each: Missing): string => {
    const name = nameOf(each);
    if (each.what === 'cost') return each.itemId === null ? t.notMade(name) : t.noCost(name);
    return t.noConversion(name, behind(null, each.unit ?? ''), behind(null, each.toUnit ?? ''));
  };
  return (
    <div role="note" className="rounded-md border border-status-amber px-3 py-2 text-sm">
      <p className="font-medium">{t.missingTitle}</p>
      <ul className="flex flex-col gap-1 pt-1">
        {missing.map((each) => (
          <li
            key={[each.what, each.itemId, each.subRecipeId, each.recipeId, each.unit].join(' ')}
            className="flex flex-wrap items-baseline gap-x-2"
          >
            <span>{saying(each)}</span>
            {each.itemId !== null && opensItems ? (
              <Link
                to="/items/$id/edit"
                params={{ id: each.itemId }}
                search={{ tab: each.what === 'cost' ? 'suppliers' : 'units' }}
                className="text-primary underline-offset-2 hover:underline"
              >
                {each.what === 'cost' ? t.enterPrice : t.enterConversion}
              </Link>
            ) : null}
            {each.itemId === null && each.subRecipeId !== null ? (
              <Link
                to="/menu"
                search={{ row: each.subRecipeId }}
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
