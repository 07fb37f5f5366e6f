import { isForBranch } from '#modules/items/is-for-branch.ts';
import { useQuery } from '@tanstack/react-query';
import { isOwnLocation, canWrite } from '#core/permissions.ts';
import { itemLevels } from '#modules/item-levels/collection.ts';
import { readReference, readTexts } from '#platform/shapes/tolerant.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { allResourceQuery, type ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { unitsQuery } from '#modules/units/web/queries/units.ts';
import { CellGrid } from '#platform/web/form/cell-grid.tsx';
import { LoadFailed } from '#platform/web/layout/states.tsx';
import { SkeletonRows } from '#platform/web/ui/skeleton.tsx';
import { numericCell, Table, TableBody, TableHead, TableHeader } from '#platform/web/ui/table.tsx';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { useUser } from '#platform/web/session/session.ts';
import { levelDraftFields, groupLevelsByBranch, filterLevelsByItem } from './level-draft.ts';
import { BranchLevelRow } from './branch-level.tsx';
import { itemMessages } from './messages.ts';

/** Stock levels of the item by branch, saved per row. */
export function ItemLevelsTab({ row }: { row: ResourceRow }) {
  const t = useMessages(itemMessages);
  const user = useUser();
  const branches = useQuery(branchesQuery());
  const levels = useQuery(allResourceQuery(itemLevels, { itemId: row._id }));
  const base = readReference(row.values['baseUnit'])?.id ?? '';
  const unit = useQuery(unitsQuery()).data?.find(({ _id }) => _id === base)?.symbol ?? '';
  const failed = [branches, levels].find(({ error, data }) => error && !data);
  if (failed)
    return <LoadFailed title={t.partFailed} error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!branches.data || !levels.data) return <SkeletonRows label={t.level.label} rows={6} />;

  const levelByBranch = groupLevelsByBranch(filterLevelsByItem(row._id, levels.data.rows));
  const branchIds = readTexts(row.values['branches']);
  const visibleBranches = branches.data.filter(
    ({ _id, isActive }) =>
      isOwnLocation(user, _id) && (levelByBranch.has(_id) || (isActive && isForBranch(branchIds, _id))),
  );
  const isLocked = !canWrite(user, 'item-levels', 'canEdit');
  if (visibleBranches.length === 0) return <p className="text-muted-foreground text-sm">{t.level.none}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-muted-foreground text-sm">
        {t.level.intro(unit)} {branchIds.length > 0 ? t.level.restricted : null}
      </p>
      <div data-quantity-grid>
        {/* On narrow screens each branch is a card, so that its save button stays visible. */}
        <Table aria-label={t.level.label} className="max-xl:block">
          <TableHeader className="max-xl:sr-only">
            <tr>
              <TableHead className="sticky start-0 z-10 bg-card">{t.level.branch}</TableHead>
              {levelDraftFields.map((field) => (
                <TableHead key={field} className={numericCell}>
                  {t.level[field]}
                </TableHead>
              ))}
              <TableHead>{t.level.weekdays}</TableHead>
              {isLocked ? null : (
                <TableHead className="relative">
                  <span className="sr-only">{t.level.save}</span>
                </TableHead>
              )}
            </tr>
          </TableHeader>
          <TableBody className="max-xl:block">
            <CellGrid name={`item-levels.${row._id}`}>
              {visibleBranches.map((branch) => (
                <BranchLevelRow
                  key={branch._id}
                  itemId={row._id}
                  branch={branch}
                  level={levelByBranch.get(branch._id)}
                  unit={unit}
                  isLocked={isLocked}
                />
              ))}
            </CellGrid>
          </TableBody>
        </Table>
      </div>
    </div>
  );
}
