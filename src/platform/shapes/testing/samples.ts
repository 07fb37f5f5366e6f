import {
  type FieldKind,
  getFieldKind,
  type FieldSpec,
  isNullable,
  isSparse,
  type Shape,
  Structure,
} from '../shape.ts';

const samples: Readonly<Record<FieldKind, (seed: number) => unknown>> = {
  text: (seed) => `text ${seed}`,
  label: (seed) => `text ${seed}`,
  name: (seed) => `text ${seed}`,
  id: (seed) => `text ${seed}`,
  key: (seed) => `text ${seed}`,
  line: (seed) => `text ${seed}`,
  scalar: (seed) => `text ${seed}`,
  texts: (seed) => [`text ${seed}`],
  day: (seed) => new Date(seed * 1e9).toISOString().slice(0, 10),
  moment: (seed) => new Date(seed * 1e9).toISOString(),
  integer: (seed) => seed,
  factor: (seed) => seed,
  number: (seed) => seed + 0.5,
  quantity: (seed) => seed + 0.000001,
  price: (seed) => seed + 0.000001,
  unitCost: (seed) => seed + 0.000001,
  money: (seed) => seed + 0.0001,
  cost: (seed) => seed + 0.0001,
  flag: (seed) => seed % 2 === 0,
  values: () => ({ some: null }),
  json: () => [],
};

/** Returns a value that a field can have on the wire, distinct for each `seed`. */
export function buildSample(spec: FieldSpec | Shape, seed = 1): unknown {
  if (typeof spec === 'string') return samples[getFieldKind(spec)](seed);
  if (!(spec instanceof Structure)) return buildFullSample(spec, seed);
  const { kind, of, values } = spec.options;
  if (kind === 'list') return [buildSample(of, seed)];
  if (kind === 'map') return { some: buildSample(of, seed) };
  return kind === 'oneOf' ? values[seed % values.length] : buildSample(of, seed);
}

/** Returns an object of a shape with a distinct value in every field. */
export const buildFullSample = (shape: Shape, seed = 1): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, spec], index) => [name, buildSample(spec, index + seed)]),
  );

/** Returns an object of a shape with a value in the fields that must have one, and null in the others. */
export const buildMinimalSample = (shape: Shape, seed = 1): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, spec], index) =>
      isSparse(spec) ? [] : [[name, isNullable(spec) ? null : buildSample(spec, index + seed)] as const],
    ),
  );
