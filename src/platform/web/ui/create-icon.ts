import { type ComponentProps, createElement } from 'react';

const svgProps = {
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
 * Creates a lucide-react icon from a single path, without the package's context, class names and sizes, at a
 * fifth of its code size. Hidden from screen readers unless labelled. The production build uses it in place
 * of the package (scripts/vite-lean-icons.ts).
 */
export function createIcon(d: string) {
  const path = createElement('path', { d });
  return function Icon(props: ComponentProps<'svg'>) {
    const isDecorative = props.role === undefined && props['aria-label'] === undefined;
    return createElement('svg', { ...svgProps, 'aria-hidden': isDecorative || undefined, ...props }, path);
  };
}
