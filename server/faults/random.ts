/** Whole numbers below `limit`, the same ones for the same seed: a failing run can be run again. */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    // Numerical Recipes' linear congruential generator, modulo 2^32.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
