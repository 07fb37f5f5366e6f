import type { Plugin } from 'vite';

const icon = /lucide-react\/dist\/esm\/icons\/(?!index\.)[\w-]+\.mjs$/;
const factory = "import createLucideIcon from '../createLucideIcon.mjs'";

/**
 * Takes out of lucide's icons what the browser need not load: a key for each line of the drawing, and the package's
 * own way of making a component of it, for which ours stands in.
 */
export function leanIcons(): Plugin {
  return {
    name: 'commissary:lean-icons',
    apply: 'build',
    transform: {
      filter: { id: icon },
      handler(code) {
        // An old name of an icon only passes on the new one's file.
        if (!code.includes('__iconData')) return null;
        if (!code.includes(factory)) throw new Error('lucide-react makes its icons in another way now.');
        return {
          code: code
            .replace(
              factory,
              "import { createIcon as createLucideIcon } from '/src/components/ui/create-icon.ts'",
            )
            .replaceAll(/,?\s*key: "\w+"/g, '')
            .replaceAll(/\s(?:name: "[\w-]+"|size: 24),/g, ''),
          map: null,
        };
      },
    },
  };
}
