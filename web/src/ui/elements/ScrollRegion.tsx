import type { ReactNode } from 'react';

/**
 * What may be longer or wider than its place and holds nothing else that takes the focus: the keyboard scrolls it too.
 *
 * @param label what is in it, for who hears it
 */
export function ScrollRegion({
  label,
  className,
  children,
}: {
  label: string;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a stop of Tab the keyboard could not scroll it
    <div className={className} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
