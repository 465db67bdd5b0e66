import type { ReactNode } from 'react';
import { ideasAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { ListPage } from '../../../lists/ListPage.tsx';
import { blockedPeopleList } from '../../../records/person.tsx';
import { reviewMessages } from './reviewMessages.ts';
import styles from './review.module.css';

const { blockedPeople: texts, toIdeas } = reviewMessages;

const BLOCKED = { allowed_state: ['blocked'] };

/**
 * Everybody who is shut out. A block takes somebody's votes, ideas and comments out of sight, and with them the names
 * that lead to their card; from here they can be let in again.
 *
 * @param head that of the page
 */
export function BlockedPeople({ head }: { head: ReactNode }) {
  return (
    <ListPage
      list={blockedPeopleList}
      given={BLOCKED}
      title={texts.list}
      head={head}
      note={<p className={styles.blockedNote}>{texts.note}</p>}
      empty={{ reason: texts.empty, action: <Link href={ideasAddress()}>{toIdeas}</Link> }}
    />
  );
}
