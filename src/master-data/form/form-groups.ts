import type { Resource } from '#contract/resources/kit.ts';
import type { ResourceName } from '../definitions.ts';
import type { formTexts } from './messages.ts';

type GroupTitle = keyof (typeof formTexts)['en']['groups'];

interface FormGroup {
  /** Stands over the group; the first one needs none. */
  title: GroupTitle | null;
  fields: readonly string[];
}

/** Long forms in parts that belong together; what no part names stands in the first. Left out: one part. */
const groups: Partial<Record<ResourceName, readonly FormGroup[]>> = {
  branch: [
    { title: 'contact', fields: ['address', 'phone', 'email'] },
    {
      title: 'ordering',
      fields: ['supplyingKitchenId', 'minOrderValue', 'leastLifeDays', 'deliveryDays', 'closedDays'],
    },
    { title: 'stockAndMoney', fields: ['currencyId', 'taxId', 'negativeStock', 'countApprovalValue'] },
  ],
  suppliers: [
    { title: 'contact', fields: ['contact', 'phone', 'email', 'taxNumber'] },
    { title: 'ordering', fields: ['orderDays', 'leadTimeDays', 'minOrderValue'] },
    { title: 'payment', fields: ['currency', 'paymentTermsDays'] },
  ],
  units: [
    { title: 'size', fields: ['dimension', 'factorNum', 'factorDen'] },
    { title: 'figures', fields: ['decimals', 'wholeOnly'] },
  ],
};

/** The parts of a form with these fields, none of them empty. */
export function formGroups({ collection, allFields }: Resource, shown: readonly string[]): FormGroup[] {
  const named = groups[collection as ResourceName] ?? [];
  const placed = new Set(named.flatMap(({ fields }) => fields));
  const first = Object.keys(allFields).filter((field) => !placed.has(field));
  return [{ title: null, fields: first }, ...named]
    .map(({ title, fields }) => ({ title, fields: fields.filter((field) => shown.includes(field)) }))
    .filter(({ fields }) => fields.length > 0);
}
