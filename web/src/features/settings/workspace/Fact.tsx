import type { ReactNode } from 'react';
import rows from '../../../ui/page/rows.module.css';

/** A fact of the workspace in a box of them, with what changes it. */
export function Fact({
  name,
  value,
  note,
  children,
}: {
  name: string;
  value: string;
  note?: string;
  children?: ReactNode;
}) {
  return (
    <div className={rows.row}>
      <div className={rows.text}>
        <p className={rows.meta}>{name}</p>
        <p className={rows.name} dir="auto">
          {value}
        </p>
        {note === undefined ? null : <p className={rows.meta}>{note}</p>}
      </div>
      {children}
    </div>
  );
}
