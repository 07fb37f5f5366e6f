/** Numbers items from 0 in the order of first use, so that figures can be stored in typed columns. */
export class ItemNumbers {
  readonly #numbers = new Map<string, number>();
  readonly ids: string[] = [];

  getNumber(itemId: string): number {
    const existingNumber = this.#numbers.get(itemId);
    if (existingNumber !== undefined) return existingNumber;
    const newNumber = this.ids.length;
    this.#numbers.set(itemId, newNumber);
    this.ids.push(itemId);
    return newNumber;
  }
}
