import { IconClock, IconLockOpen, IconMailOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { trialDaysLeft, trialDaysWord } from '../../../contract/trial.ts';
import { fetchJson } from '../api/runtime.ts';
import { mailSettingsAddress } from '../host/addresses.ts';
import { Link } from '../host/Link.tsx';
import { useStored } from '../host/storage.ts';
import { Banner } from './Banner.tsx';
import { noticesMessages as texts } from './noticesMessages.ts';
import styles from './shell.module.css';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * What an installation is told that is not set up whole, and how long the trial lasts. Their code comes when there is
 * something to tell.
 *
 * @param notices insecure_http, mail_in_outbox, or unlisted_proxy with its address, of which each address is told again
 */
export function Notices({ notices, isTrialing }: { notices: readonly string[]; isTrialing: boolean }) {
  return (
    <>
      {notices.map((notice) => (
        <Notice key={notice} notice={notice} />
      ))}
      {isTrialing ? <TrialBanner /> : null}
    </>
  );
}

function Notice({ notice }: { notice: string }) {
  const [dismissed, setDismissed] = useStored('dismissed_banners', none);
  const address = /^unlisted_proxy (.*)$/.exec(notice)?.[1];
  return (
    <Banner
      kind="warning"
      icon={notice === 'mail_in_outbox' ? <IconMailOff {...iconProps} /> : <IconLockOpen {...iconProps} />}
      onDismiss={() => setDismissed([...dismissed, notice])}
    >
      {address !== undefined ? (
        texts.unlistedProxy(address)
      ) : notice === 'mail_in_outbox' ? (
        <>
          {texts.mailInOutbox}{' '}
          <Link href={mailSettingsAddress} className={styles.link}>
            {texts.mailInOutboxLink}
          </Link>
        </>
      ) : (
        texts.insecure
      )}
    </Banner>
  );
}

/** What GET /api/account/trial_status answers, as far as it is known. */
interface TrialStatus {
  trial_end_date?: string | null;
}

/** Counts the days of the trial down (SCOPE-035, SCOPE-036); only asked for while trialing. */
function TrialBanner() {
  const { data } = useQuery({
    queryKey: ['trial_status'],
    queryFn: () => fetchJson('/api/account/trial_status') as Promise<TrialStatus>,
    staleTime: 60 * 60 * 1000,
  });
  const days = trialDaysLeft(data?.trial_end_date, new Date());
  if (data !== undefined && days === null) return null;
  return (
    <Banner kind="info" icon={<IconClock {...iconProps} />}>
      {days === null ? null : (
        <span data-testid="trial-banner">
          <strong>
            {days} {trialDaysWord(days)}
          </strong>{' '}
          {texts.trial}
        </span>
      )}
    </Banner>
  );
}

const none: string[] = [];
