/** A growable numeric array with a default of 0. */
export class NumberColumn {
  #values = new Float64Array(64);
  #length = 0;

  /** One more than the highest index that was set. */
  get length(): number {
    return this.#length;
  }

  at(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.#values.length) {
      const larger = new Float64Array(Math.max(index + 1, this.#values.length * 4));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[index] = value;
    if (index >= this.#length) this.#length = index + 1;
  }

  add(index: number, value: number): void {
    this.set(index, this.at(index) + value);
  }
}
