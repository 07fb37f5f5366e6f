import { type ComponentProps, createElement } from 'react';

const look = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/**
 * Draws an icon of lucide-react, in its place and a fifth of its weight: one path, without the package's context, class
 * names and sizes, which we do not use. Hidden from screen readers unless it says something. The production build puts
 * it in (scripts/vite-lean-icons.ts).
 */
export function createIcon(d: string) {
  const path = createElement('path', { d });
  return function Icon(props: ComponentProps<'svg'>) {
    const isSilent = props.role === undefined && props['aria-label'] === undefined;
    return createElement('svg', { ...look, 'aria-hidden': isSilent || undefined, ...props }, path);
  };
}
