/** Items by numbers from 0 on, in the order in which they are first spoken of: what is told of them stands in columns. */
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
