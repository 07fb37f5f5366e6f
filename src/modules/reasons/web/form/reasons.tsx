import { readBoolean } from '#platform/shapes/tolerant.ts';
import { reasonUses } from '#core/reasons/uses.ts';
import type { ResourceRow } from '#modules/master-data/web/queries/resources.ts';
import { missingValue } from '#platform/web/format/format.ts';
import { formatList } from '#platform/web/format/list.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import type { PageExtras } from '#modules/master-data/web/collection-screen.ts';
import { resourceMessages } from '#modules/master-data/web/messages.ts';
import { reasonsMessages } from './messages.ts';

/** Returns one column that lists all uses of a reason, instead of a yes/no column for each. */
function useReasonColumns() {
  const t = useMessages(reasonsMessages);
  const { fields } = useMessages(resourceMessages).reasons;
  const formatUses = ({ values }: ResourceRow) => {
    const labels = reasonUses.filter((use) => readBoolean(values[use])).map((use) => fields[use]);
    return labels.length > 0 ? formatList(labels, true) : missingValue;
  };
  return [
    {
      key: 'chosenFor',
      label: t.usedFor,
      cell: formatUses,
      value: formatUses,
      className: 'min-w-52',
      isPlain: true,
    },
  ];
}

export const reasonExtras: PageExtras = { reasons: { useColumns: useReasonColumns } };
