/** A growable numeric array with a default of 0. */
export class NumberColumn {
  #values = new Float64Array(64);
  #length = 0;

  /** One more than the highest index that was set. */
  get length(): number {
    return this.#length;
  }

  at(place: number): number {
    return this.#values[place] ?? 0;
  }

  set(place: number, value: number): void {
    if (place >= this.#values.length) {
      const larger = new Float64Array(Math.max(place + 1, this.#values.length * 4));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[place] = value;
    if (place >= this.#length) this.#length = place + 1;
  }

  add(place: number, value: number): void {
    this.set(place, this.at(place) + value);
  }
}
