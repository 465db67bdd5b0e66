import { useState } from 'react';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable } from '../../ui/loading/loadable.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { Popover } from '../../ui/overlay/Popover.tsx';
import type { Asked } from './PersonDetails.tsx';
import { personMessages as texts } from './personMessages.ts';
import styles from './customers.module.css';

const load = () => import('./PersonDetails.tsx');
const PersonDetails = loadable(async () => (await load()).PersonDetails);
const BlockDialog = loadable(async () => (await load()).BlockDialog);

/** What load what a card shows, ahead of its use. */
export const personLoaders = [PersonDetails.ahead, BlockDialog.ahead];

/** A person in one line: picture and name; `score` is their rating from 0 to 10, null when they gave none. */
export function PersonName({
  name,
  src,
  score,
  sizePx = 20,
}: {
  name: string;
  src?: string | null;
  score?: number | null;
  sizePx?: number;
}) {
  return (
    <span className={styles.person}>
      <Avatar name={name} src={src ?? null} satisfactionScore={score ?? null} sizePx={sizePx} decorative />
      <span className={styles.cut}>{name}</span>
    </span>
  );
}

/** A name that opens a card with what is known of the person. */
export function PersonCard({ id, name, children }: { id: string; name: string; children?: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const [asks, setAsks] = useState<Asked | null>(null);
  return (
    <>
      <Popover
        label={texts.about(name)}
        widthPx={300}
        opened={isOpen}
        onOpenedChange={setIsOpen}
        trigger={(props) => (
          <button type="button" {...props} className={styles.cardButton}>
            {children ?? name}
          </button>
        )}
      >
        {(close) => (
          <Later
            part={PersonDetails}
            props={{
              id,
              onAsk: (asked) => {
                close();
                setAsks(asked);
              },
            }}
            what={texts.what}
            waiting={
              <DelayedSkeleton>
                <SkeletonLines count={3} />
              </DelayedSkeleton>
            }
          />
        )}
      </Popover>
      {asks === null ? null : (
        <Later
          key={`${asks.id} ${String(asks.isBlocked)}`}
          part={BlockDialog}
          props={{ person: asks, onClose: () => setAsks(null) }}
          what={texts.what}
        />
      )}
    </>
  );
}
