import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import '../../host/modals.ts';
import { EditStatusPanel } from './EditStatusPanel.tsx';
import { PostStatusPanel } from './PostStatusPanel.tsx';

/** The panels for public and internal status updates: posting one, or changing the message of one that was posted. */
export function StatusesPanel({ status_update_id, ...rest }: ModalProps['statuses'] & ModalControl) {
  return status_update_id === undefined ? (
    <PostStatusPanel {...rest} />
  ) : (
    <EditStatusPanel {...rest} status_update_id={status_update_id} />
  );
}
