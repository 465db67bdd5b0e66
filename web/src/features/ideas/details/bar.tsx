import { IconLock, IconQuote, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/elements/Button.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import type { ComposerKind } from '../feed/composer.tsx';
import { detailsMessages } from './messages.ts';
import { useStatusActions } from './status.tsx';
import styles from './details.module.css';

const texts = detailsMessages.bar;
const iconProps = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** What is done to an idea most, below its page on a phone. @param onWrite begins a note or a reply */
export function ActionBar({ ideaId, onWrite }: { ideaId: string; onWrite: (kind: ComposerKind) => void }) {
  const post = useStatusActions(ideaId, true).public;
  return (
    <div className={styles.actionBar} role="group" aria-label={texts.label}>
      {post === null ? null : (
        <Button variant="primary" className={styles.actionBarMain} onClick={post}>
          {detailsMessages.status.post}
        </Button>
      )}
      <BarButton
        icon={<IconQuote {...iconProps} />}
        onClick={() => void openModal('feedback', { suggestion_id: ideaId })}
      >
        {texts.feedback}
      </BarButton>
      <BarButton icon={<IconLock {...iconProps} />} onClick={() => onWrite('note')}>
        {texts.note}
      </BarButton>
      <BarButton icon={<IconWorld {...iconProps} />} onClick={() => onWrite('comment')}>
        {texts.reply}
      </BarButton>
    </div>
  );
}

function BarButton({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: string }) {
  return (
    <button type="button" className={styles.actionBarButton} onClick={onClick}>
      {icon}
      {children}
    </button>
  );
}
