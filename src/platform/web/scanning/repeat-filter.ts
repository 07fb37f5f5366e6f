/** Time in ms that a code must be out of view before it counts as scanned again. */
const minAbsenceMs = 1500;

/** Distinguishes a new scan from a code that is still in front of the camera. */
export interface RepeatFilter {
  /**
   * Returns whether a picture contains a new scan. Gaps between pictures don't count as absence.
   *
   * @param code the code in the picture, or null
   * @param atMs time of the picture, on any clock
   */
  isNew(code: string | null, atMs: number): code is string;
  /** Lets a code that is in view count once more. */
  reset(): void;
}

export function createRepeatFilter(): RepeatFilter {
  /** By code: the time of the first picture without it; null while it is in view. */
  const absentSince = new Map<string, number | null>();
  return {
    isNew(code, atMs): code is string {
      for (const [other, since] of absentSince)
        if (other !== code && since === null) absentSince.set(other, atMs);
      if (code === null) return false;
      const since = absentSince.get(code);
      absentSince.set(code, null);
      return since === undefined || (since !== null && atMs - since >= minAbsenceMs);
    },
    reset: () => absentSince.clear(),
  };
}
