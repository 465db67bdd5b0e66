import type { ReactNode } from 'react';
import { canMessageSubscribers, hasFeature } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import '../../../host/modals.ts';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { detailsMessages } from './messages.ts';
import { Property } from '../../../shared/properties/Property.tsx';
import a11y from '../../../ui/a11y.module.css';
import properties from '../../../shared/properties/properties.module.css';
import styles from './details.module.css';

/**
 * What opens the panels for news on an idea. Null: this person, or this workspace, may not (PERM-034,
 * PERM-035).
 */
export type StatusActions = {
  public: (() => void) | null;
  internal: (() => void) | null;
  message: (() => void) | null;
};

/** The panels for news on an idea, as far as they may be used. */
export function useStatusActions(suggestion_id: string, isEditable: boolean): StatusActions {
  const viewer = useViewer();
  if (!isEditable) return { public: null, internal: null, message: null };
  return {
    public: hasFeature(viewer.authorized_features, 'public_statuses')
      ? () => void openModal('statuses', { suggestion_id, kind: 'public' })
      : null,
    internal: () => void openModal('statuses', { suggestion_id, kind: 'internal' }),
    message: canMessageSubscribers(viewer)
      ? () => void openModal('emailSubscribers', { suggestion_id })
      : null,
  };
}

/** A status of an idea; the whole row opens the panel that posts another one. `open` null: it is shown only. */
export function StatusFact({
  name,
  keys,
  open,
  children,
}: {
  name: string;
  keys: string;
  open: (() => void) | null;
  children: ReactNode;
}) {
  useShortcut(keys, () => open?.(), { label: name, group: detailsMessages.group, enabled: open !== null });
  if (open === null) return <Property name={name}>{children}</Property>;
  return (
    <div className={styles.editedProperty}>
      <dt className={a11y.hidden}>{name}</dt>
      <dd>
        <button type="button" className={properties.propertyButton} aria-haspopup="dialog" onClick={open}>
          <span className={properties.propertyName}>
            {name}
            <span className={a11y.hidden}>: </span>
          </span>
          <span className={properties.propertyValue}>{children}</span>
          <Kbd keys={keys} />
        </button>
      </dd>
    </div>
  );
}
