/** Something that is made when it is asked for: the same as before while its mark is. What has no mark has to be made each time. */
export interface Versioned<T> {
  version: string | null;
  load(): Promise<T>;
}
