import {
  IconBulb,
  IconGauge,
  IconMessageCircle,
  IconMessagePlus,
  IconThumbUp,
  IconTicket,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { canRead, hasFeature } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideaAddress, ideasAddress, ticketsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { useHashState } from '../../host/pageState.ts';
import { choiceField } from '../../host/search.ts';
import { plainText } from '../../shared/plainText.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { RelativeTime, Score } from '../../ui/elements/Figures.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { TabPanel, Tabs } from '../../ui/page/Tabs.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { useUserFeed } from './customerQueries.ts';
import type { User } from './customerQueries.ts';
import { actsOf, countsOf } from './userFeed.ts';
import type { Act, ActKind } from './userFeed.ts';
import { userTexts as texts } from './userMessages.ts';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

const STEP = 20;
const MOST = 100;
const KINDS = [
  'vote',
  'feedback',
  'comment',
  'idea',
  'ticket',
  'rating',
] as const satisfies readonly ActKind[];
const PANEL = 'user-activity';
const pageState = { show: choiceField(['all', ...KINDS], 'all') };

/** What a person did, of all kinds or of one, the newest first. */
export function UserActivity({ user }: { user: User }) {
  const { permissions, authorized_features } = useViewer();
  const [{ show }, setState] = useHashState(pageState);
  const [count, setCount] = useState(STEP);
  const query = useUserFeed(user.id, count, {
    tickets: canRead(permissions, 'tickets'),
    ratings: hasFeature(authorized_features, 'satisfaction'),
  });
  const counts = countsOf(query.data);
  const all = KINDS.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  const total = show === 'all' ? all : (counts[show] ?? 0);
  const acts = actsOf(query.data, show, count);
  const kinds = KINDS.filter((kind) => (counts[kind] ?? 0) > 0 || kind === show);
  return (
    <section aria-label={texts.activity}>
      <Tabs
        label={texts.activity}
        value={show}
        onChange={(id) => {
          setState({ show: id as typeof show });
          setCount(STEP);
        }}
        panelId={PANEL}
        items={[
          { id: 'all', label: texts.tabs.all },
          ...kinds.map((kind) => ({
            id: kind,
            label: texts.tabs[kind],
            count: formatNumber(counts[kind] ?? 0),
          })),
        ]}
      />
      <TabPanel id={PANEL} value={show}>
        {query.isError ? (
          <ErrorState
            what={texts.whatActivity}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : query.data === undefined ? (
          <DelayedSkeleton>
            <SkeletonLines count={8} />
          </DelayedSkeleton>
        ) : acts.length === 0 ? (
          <EmptyState title={texts.nothing} reason={texts.nothingReason} />
        ) : (
          <ul className={own.feed}>
            {acts.map((act) => (
              <Line key={act.id} act={act} />
            ))}
          </ul>
        )}
        <p className={styles.pages}>
          {total > count && count < MOST ? (
            <Button variant="text" onClick={() => setCount(Math.min(MOST, count * 2))}>
              {texts.showMore}
            </Button>
          ) : null}
          {total > MOST && count >= MOST ? texts.newest(MOST) : null}
          {show === 'vote' && user.supported_suggestions_count > 0 ? (
            <Link href={ideasAddress({ supporter: [user.id] })}>
              {texts.allIdeas(user.supported_suggestions_count)}
            </Link>
          ) : null}
        </p>
      </TabPanel>
    </section>
  );
}

const ICONS = {
  vote: IconThumbUp,
  feedback: IconMessagePlus,
  comment: IconMessageCircle,
  idea: IconBulb,
  ticket: IconTicket,
  rating: IconGauge,
} as const;

function Line({ act }: { act: Act }) {
  const Icon = ICONS[act.kind];
  const said =
    act.kind === 'feedback' || act.kind === 'comment'
      ? plainText(act.record.body, act.record.body_mime_type)
      : act.kind === 'rating'
        ? act.record.body
        : null;
  return (
    <li className={own.act}>
      <Icon size={16} stroke={1.6} aria-hidden="true" />
      <p>
        {sentenceOf(act)} <span className={styles.quiet}>· </span>
        <span className={styles.quiet}>
          {act.at === null ? texts.undated : <RelativeTime value={act.at} />}
        </span>
      </p>
      {said === null ? null : (
        <p className={own.said} dir="auto">
          {said}
        </p>
      )}
    </li>
  );
}

const ideaLink = (idea: { id: string; title: string } | null): ReactNode =>
  idea === null ? null : (
    <Link href={ideaAddress(idea.id)} dir="auto">
      {idea.title}
    </Link>
  );

/** What somebody did, in words, with a link to what it was about. */
function sentenceOf(act: Act): ReactNode {
  switch (act.kind) {
    case 'vote': {
      const { votes, importance, suggestion } = act.record;
      return (
        <>
          {votes > 1 ? texts.votedTimes(votes) : texts.voted} {ideaLink(suggestion)}
          {importance === null ? null : texts.importance(importance)}
        </>
      );
    }
    case 'feedback': {
      const { captured_by: through, suggestion } = act.record;
      return (
        <>
          {texts.gave} {through === null ? null : `${texts.through(through.name)} `}
          {suggestion === null ? null : (
            <>
              {texts.for} {ideaLink(suggestion)}
            </>
          )}
        </>
      );
    }
    case 'comment':
      return (
        <>
          {texts.commented} {ideaLink(act.record.suggestion)}
        </>
      );
    case 'idea':
      return (
        <>
          {texts.posted} {ideaLink(act.record)}
        </>
      );
    case 'rating': {
      const { score, recorded_by: through } = act.record;
      return (
        <>
          {texts.rated} <Score value={score} />
          {through === null ? null : ` ${texts.through(through.name)}`}
        </>
      );
    }
    case 'ticket':
      return (
        <>
          {texts.asked}{' '}
          <Link href={ticketsAddress({ ticket: act.record.id })} dir="auto">
            {act.record.subject}
          </Link>
        </>
      );
  }
}
