import { useQuery } from '@tanstack/react-query';
import type { Discrepancy } from '../shapes.ts';
import { branchesQuery } from '#platform/web/queries/branches.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { discrepancyMessages } from './messages.ts';

/** Names that depend on the two locations of a discrepancy. */
export interface Parties {
  /** Sender and receiver, within a sentence. */
  sender: string;
  receiver: string;
  getActionLabel(action: string | null): string | null;
  getTargetLabel(chargedTo: string | null): string | null;
}

/** Returns the parties of a discrepancy: kitchen and branch of an order, the two locations of a transfer. */
export function useParties(): (
  discrepancy: Pick<Discrepancy, 'docType' | 'branch' | 'kitchen' | 'branchName'>,
) => Parties {
  const t = useMessages(discrepancyMessages);
  const { data: places = [] } = useQuery(branchesQuery());
  return (discrepancy) => {
    if (discrepancy.docType !== 'transfer')
      return {
        ...t.parties,
        getActionLabel: (action) => getLabel(t.verbs, action),
        getTargetLabel: (chargedTo) => getLabel(t.targets, chargedTo),
      };
    const getName = (id: string) => places.find(({ _id }) => _id === id)?.name;
    const sender = getName(discrepancy.kitchen) ?? t.unknownSender;
    const receiver = discrepancy.branchName || getName(discrepancy.branch) || t.unknownReceiver;
    const verbs: Readonly<Record<string, string>> = {
      ...t.verbs,
      found_at_kitchen: t.addToStockAt(sender),
      found_at_branch: t.addToStockAt(receiver),
    };
    const targets: Readonly<Record<string, string>> = { ...t.targets, kitchen: sender, branch: receiver };
    return {
      sender,
      receiver,
      getActionLabel: (action) => getLabel(verbs, action),
      getTargetLabel: (chargedTo) => getLabel(targets, chargedTo),
    };
  };
}

/** Returns the label of a known code; an unknown code is returned unchanged. */
function getLabel(labels: Readonly<Record<string, string>>, code: string | null): string | null {
  return code === null ? null : (labels[code] ?? code);
}
