import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const icon = /lucide-react\/dist\/esm\/icons\/(?!index\.)[\w-]+\.mjs$/;
const factory = "import createLucideIcon from '../createLucideIcon.mjs'";
const iconData = /const __iconData = \{[\s\S]*?\n\};/;

const indexImport = /import \{([^}]*)\} from 'lucide-react';/g;
const index = 'node_modules/lucide-react/dist/esm/lucide-react.mjs';

type Attributes = Readonly<Record<string, string>>;
type Shape = readonly [tag: string, attributes: Attributes];

/**
 * Reduces lucide's icons to the parts that browsers need: no names, keys or component factory (ours replaces
 * it), and one path per icon, so that a table full of icons has half as many elements. Each icon is imported
 * from its own file, because the package's index lists all 1,500.
 */
export function leanIcons(): Plugin[] {
  let files: ReadonlyMap<string, string> | null = null;
  return [
    {
      name: 'commissary:icon-imports',
      apply: 'build',
      enforce: 'pre',
      transform: {
        filter: { id: /\/src\/.*\.tsx?(\?|$)/, code: "from 'lucide-react'" },
        handler(code) {
          files ??= listFilesByName(readFileSync(index, 'utf8'));
          const iconFiles = files;
          return {
            code: code.replace(indexImport, (_, names: string) => rewriteImports(names, iconFiles)),
            map: null,
          };
        },
      },
    },
    {
      name: 'commissary:lean-icons',
      apply: 'build',
      transform: {
        filter: { id: icon },
        async handler(code, id) {
          // The file of an icon's old name only re-exports the file of the new name.
          if (!code.includes('__iconData')) return null;
          if (!code.includes(factory) || !iconData.test(code))
            throw new Error('lucide-react no longer has the expected icon code.');
          const { __iconData } = (await import(id)) as { __iconData: { node: readonly Shape[] } };
          const path = __iconData.node.map((shape) => toPathCommands(shape, id)).join('');
          return {
            code: code
              .replace(
                factory,
                "import { createIcon as createLucideIcon } from '/src/platform/web/ui/create-icon.ts'",
              )
              .replace(iconData, () => `const __iconData = ${JSON.stringify(path)};`)
              .replace(/^__iconData\.node;\n/m, ''),
            map: null,
          };
        },
      },
    },
  ];
}

/** Returns the file of each name that the package's index exports. */
function listFilesByName(code: string): Map<string, string> {
  const lines = code.matchAll(/^export \{(.*)\} from '\.\/icons\/([\w-]+)\.mjs';$/gm);
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  );
}

/** Rewrites `{ Plus, X as Close, type LucideIcon }` as one import per icon, without types. */
function rewriteImports(names: string, files: ReadonlyMap<string, string>): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => {
      const [exported = '', local = exported] = name.split(/\s+as\s+/);
      const file = files.get(exported);
      if (file === undefined) throw new Error(`lucide-react no longer has the icon ${exported}.`);
      return `import ${local} from 'lucide-react/icons/${file}';`;
    })
    .join(' ');
}

/** Makes a path's start absolute, so that it doesn't depend on the path before it. */
const startAbsolute = (d: string) => (d.startsWith('m') ? `M0 0${d}` : d);

const pathWriters: Readonly<Record<string, (attributes: Attributes) => string>> = {
  path: ({ d = '' }) => startAbsolute(d),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points }) => `M${points}`,
  polygon: ({ points }) => `M${points}z`,
  circle: ({ cx, cy, r }) => drawEllipse(Number(cx), Number(cy), Number(r), Number(r)),
  ellipse: ({ cx, cy, rx, ry }) => drawEllipse(Number(cx), Number(cy), Number(rx), Number(ry)),
  rect: ({ x = '0', y = '0', width, height, rx, ry }) => {
    const fullWidth = Number(width);
    const fullHeight = Number(height);
    const radiusX = Math.min(Number(rx ?? ry ?? 0), fullWidth / 2);
    const radiusY = Math.min(Number(ry ?? rx ?? 0), fullHeight / 2);
    const corner = (dx: number, dy: number) =>
      radiusX === 0 ? '' : `a${radiusX} ${radiusY} 0 0 1 ${dx} ${dy}`;
    return [
      `M${Number(x) + radiusX} ${y}h${fullWidth - 2 * radiusX}`,
      `${corner(radiusX, radiusY)}v${fullHeight - 2 * radiusY}`,
      `${corner(-radiusX, radiusY)}h${2 * radiusX - fullWidth}`,
      `${corner(-radiusX, -radiusY)}v${2 * radiusY - fullHeight}${corner(radiusX, -radiusY)}z`,
    ].join('');
  },
};

/** Converts a shape to path commands. Icons are single-colour outlines, in which a dot is drawn as a line. */
function toPathCommands([tag, geometry]: Shape, file: string): string {
  const write = pathWriters[tag];
  if (!write || ('fill' in geometry && !(tag === 'circle' && Number(geometry['r']) <= 1)))
    throw new Error(`${file}: this icon has more than lines (${tag}).`);
  return write(geometry);
}

function drawEllipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`;
}
