/** Numbers items from 0 in the order of first use, so that figures can be stored in typed columns. */
export class ItemNumbers {
  readonly #numbers = new Map<string, number>();
  readonly ids: string[] = [];

  of(itemId: string): number {
    const known = this.#numbers.get(itemId);
    if (known !== undefined) return known;
    const next = this.ids.length;
    this.#numbers.set(itemId, next);
    this.ids.push(itemId);
    return next;
  }
}
