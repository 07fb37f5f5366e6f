import { type Shape, withDefault } from '#platform/shapes/shape.ts';

/** Unit fields returned by list endpoints. The remaining fields are defined in collection.ts. */
export const listedUnit = {
  _id: 'key',
  name: 'name',
  nameAlt: 'text?',
  symbol: 'text',
  decimals: withDefault('integer', 6),
  wholeOnly: 'flag',
  /** The measured dimension. */
  dimension: 'text',
  /** One unit is `factorNum / factorDen` of its dimension's reference unit. */
  factorNum: 'factor',
  factorDen: 'factor',
} as const satisfies Shape;
