import {
  IconAlertCircle,
  IconArrowMerge,
  IconArrowsSplit2,
  IconBulb,
  IconFlag,
  IconLock,
  IconMail,
  IconMessage,
  IconPencil,
  IconQuote,
  IconTicket,
  IconWorld,
} from '@tabler/icons-react';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import a11y from '../../ui/a11y.module.css';
import { customersMessages as texts } from './customersMessages.ts';
import styles from './customers.module.css';

const glyphs = {
  feedback: IconQuote,
  comment: IconMessage,
  reply: IconWorld,
  note: IconLock,
  status: IconFlag,
  internalStatus: IconFlag,
  message: IconMail,
  flag: IconAlertCircle,
  merge: IconArrowMerge,
  split: IconArrowsSplit2,
  idea: IconBulb,
  edit: IconPencil,
  ticket: IconTicket,
} as const;

/** What an entry about an idea is. */
export type EntryKind = keyof typeof glyphs;

/** Who stands at the left of an entry. */
export type PictureOf = {
  name: string;
  avatar_url?: string | null;
  satisfaction_score?: number | null;
};

/**
 * The picture of whoever an entry is about, 28 px, with what the entry is at its corner. The kind is read out; the
 * name stands beside it.
 *
 * @param person null: unknown
 * @param kind left out: nothing at the corner
 */
export function EntryAvatar({
  person,
  kind,
  sizePx = 28,
}: {
  person: PictureOf | null;
  kind?: EntryKind;
  sizePx?: number;
}) {
  const Glyph = kind === undefined ? null : glyphs[kind];
  return (
    <span className={styles.entryAvatar}>
      <Avatar
        name={person?.name ?? null}
        src={person?.avatar_url ?? null}
        satisfactionScore={person?.satisfaction_score ?? null}
        sizePx={sizePx}
        decorative
      />
      {Glyph === null || kind === undefined ? null : (
        <span className={styles.glyph} data-tip={texts.kinds[kind]}>
          <Glyph size={12} stroke={2} aria-hidden="true" />
          <span className={a11y.hidden}>{texts.kinds[kind]}:</span>
        </span>
      )}
    </span>
  );
}
