import { describe, expect, it } from 'vitest';
import {
  computeEnergy,
  findContradiction,
  isEnergyUnusual,
  type Nutrient,
  type NutrientAmounts,
  roundForLabel,
} from './nutrition.ts';

/** Whole milk, McCance and Widdowson. */
const milk: NutrientAmounts = {
  energyKj: 265,
  energyKcal: 63,
  fat: 3.6,
  saturates: 2.3,
  carbohydrate: 4.6,
  sugars: 4.6,
  fibre: null,
  protein: 3.4,
  salt: 0.1,
};

describe('an amount on a label', () => {
  const cases: [Nutrient, number, string][] = [
    ['energyKj', 1523.5, '1524'],
    ['energyKcal', 0.4, '0'],
    ['fat', 10, '10'],
    ['fat', 10.49, '10'],
    ['fat', 9.96, '10'],
    ['carbohydrate', 9.94, '9.9'],
    ['sugars', 0.51, '0.5'],
    ['sugars', 0.5, '<0.5'],
    ['protein', 0.01, '<0.5'],
    ['fibre', 0, '0'],
    ['saturates', 12.5, '13'],
    ['saturates', 0.14, '0.1'],
    ['saturates', 0.1, '<0.1'],
    ['salt', 1.25, '1.3'],
    ['salt', 1, '1'],
    ['salt', 0.994, '0.99'],
    ['salt', 0.0126, '0.01'],
    ['salt', 0.0125, '<0.01'],
    ['salt', 0, '0'],
  ];
  it.each(cases)('of %s %d is shown as %s', (nutrient, amount, shown) => {
    const { value, isBelow } = roundForLabel(nutrient, amount);
    expect(`${isBelow ? '<' : ''}${value}`).toBe(shown);
  });
});

describe('nutrition values', () => {
  const cases: [string, Partial<NutrientAmounts>, Nutrient | null][] = [
    ['of milk', {}, null],
    ['with more saturates than fat', { saturates: 3.7 }, 'saturates'],
    ['with more sugars than carbohydrate', { sugars: 5 }, 'sugars'],
    ['of 102 g, which rounding explains', { fat: 93.9 }, null],
    ['of more than 102 g', { fat: 93.9, fibre: 0.1 }, 'fat'],
  ];
  it.each(cases)('%s have the expected errors', (_, change, nutrient) => {
    expect(findContradiction({ ...milk, ...change })).toBe(nutrient);
  });

  it('have the energy of annex XIV', () => {
    expect(computeEnergy('energyKj', milk)).toBe(269);
    expect(computeEnergy('energyKcal', milk)).toBe(64);
    expect(computeEnergy('energyKj', { ...milk, fibre: 10 })).toBe(349);
  });

  it.each([
    [265, false],
    [215, true],
    [216, false],
    [322, false],
    [323, true],
  ])('with %d kJ are unusual: %s', (energyKj, expected) => {
    expect(isEnergyUnusual('energyKj', { ...milk, energyKj })).toBe(expected);
  });

  it('of a food with almost no energy are not unusual', () => {
    const water = { ...milk, energyKj: 8, fat: 0, carbohydrate: 0, protein: 0 };
    expect(isEnergyUnusual('energyKj', water)).toBe(false);
  });
});
