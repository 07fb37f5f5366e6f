import { itemChange, itemInput } from '../input.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import { ResourceForm, type ResourceFormProps } from '#modules/master-data/web/form/resource-form.tsx';
import { readConversionLines } from './conversion-ratio.ts';
import { ConversionsEditor } from './conversions-editor.tsx';
import { FirstPack, readPackDrafts } from './first-pack.tsx';

interface ItemProposalProps
  extends Omit<ResourceFormProps, 'name' | 'input' | 'getAdditionalValues' | 'children' | 'sectionInputs'> {
  initial: JsonRecord;
  /**
   * Whether the item is new. A new item includes its first packs; packs of an existing item are separate
   * rows.
   */
  isNew: boolean;
}

const input = { create: itemInput, change: itemChange };

/** Form for a proposed item: fields, conversions and, for a new item, its first packs. */
export function ItemProposal({ isNew, ...form }: ItemProposalProps) {
  const { conversions, packs } = form.initial;
  return (
    <ResourceForm
      {...form}
      name="items"
      input={input}
      getAdditionalValues={() => ({
        conversions: readConversionLines(conversions),
        ...(isNew && { packs: readPackDrafts(packs) }),
      })}
      sectionInputs={{
        unitsAndPacks: (
          <>
            <ConversionsEditor />
            {isNew ? <FirstPack /> : null}
          </>
        ),
      }}
    />
  );
}
