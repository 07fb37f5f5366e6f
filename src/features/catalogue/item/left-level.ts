import { number } from '#contract/tolerant.ts';
import { formDraftName, keepForm, recallForm } from '#src/lib/form-drafts.ts';
import { type LevelDraft, levelDraft } from './level-draft.ts';

/** What was typed for one item at one branch and is not saved, on this device. */
export interface LeftLevel {
  /** Null where nothing was left, or somebody has saved another level meanwhile. */
  read(version: number): LevelDraft | null;
  /** Null forgets it. */
  keep(draft: LevelDraft | null, version: number): void;
}

export function leftLevel(userId: string, itemId: string, branchId: string): LeftLevel {
  const name = formDraftName(userId, `item-levels.${itemId}.${branchId}`);
  return {
    read(version) {
      const left = recallForm(name);
      if (left === null || number(left.base?.['version']) !== version) return null;
      return levelDraft({ _id: '', name: '', isActive: true, values: left.values });
    },
    keep(draft, version) {
      keepForm(name, draft && { values: { ...draft }, base: { version }, key: null, savedAt: Date.now() });
    },
  };
}
