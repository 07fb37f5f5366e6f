import {
  type FieldKind,
  fieldKind,
  type FieldSpec,
  isNullable,
  isSparse,
  type Shape,
  Structure,
} from '../shape.ts';

const samples: Readonly<Record<FieldKind, (nth: number) => unknown>> = {
  text: (nth) => `text ${nth}`,
  label: (nth) => `text ${nth}`,
  name: (nth) => `text ${nth}`,
  id: (nth) => `text ${nth}`,
  key: (nth) => `text ${nth}`,
  line: (nth) => `text ${nth}`,
  scalar: (nth) => `text ${nth}`,
  texts: (nth) => [`text ${nth}`],
  day: (nth) => new Date(nth * 1e9).toISOString().slice(0, 10),
  moment: (nth) => new Date(nth * 1e9).toISOString(),
  integer: (nth) => nth,
  factor: (nth) => nth,
  number: (nth) => nth + 0.5,
  quantity: (nth) => nth + 0.000001,
  price: (nth) => nth + 0.000001,
  unitCost: (nth) => nth + 0.000001,
  money: (nth) => nth + 0.0001,
  cost: (nth) => nth + 0.0001,
  flag: (nth) => nth % 2 === 0,
  values: () => ({ some: null }),
  json: () => [],
};

/** Returns a value that a field can have on the wire, distinct for each `nth`. */
export function sampleOf(spec: FieldSpec | Shape, nth = 1): unknown {
  if (typeof spec === 'string') return samples[fieldKind(spec)](nth);
  if (!(spec instanceof Structure)) return fullSample(spec, nth);
  const { kind, of, values } = spec.facts;
  if (kind === 'list') return [sampleOf(of, nth)];
  if (kind === 'map') return { some: sampleOf(of, nth) };
  return kind === 'oneOf' ? values[nth % values.length] : sampleOf(of, nth);
}

/** Returns an object of a shape with a distinct value in every field. */
export const fullSample = (shape: Shape, nth = 1): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape).map(([name, spec], at) => [name, sampleOf(spec, at + nth)]));

/** Returns an object of a shape with a value in the fields that must have one, and null in the others. */
export const bareSample = (shape: Shape, nth = 1): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, spec], at) =>
      isSparse(spec) ? [] : [[name, isNullable(spec) ? null : sampleOf(spec, at + nth)] as const],
    ),
  );
