/** Returns deterministic whole numbers below `limit`, so that a failing run can be repeated. */
export function createSeededRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    // Linear congruential generator from Numerical Recipes, modulo 2^32.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
