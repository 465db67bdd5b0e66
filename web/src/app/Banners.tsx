import { IconClock, IconLockOpen, IconMailOff, IconFiles, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { trialDaysLeft, trialDaysWord } from '../../../contract/trial.ts';
import { connection, fetchJson, installation } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { mailSettingsAddress } from '../host/addresses.ts';
import { Link } from '../host/Link.tsx';
import { useStored } from '../host/storage.ts';
import { IconButton } from '../ui/elements/Button.tsx';
import { shellTexts } from './texts.ts';
import styles from './shell.module.css';

/**
 * The bars at the top of the sheet: no connection, a full disk, plain http, no mail, a proxy that is not listed, trial.
 *
 * @param path of the page: one that says a thing itself does not say it twice
 */
export function Banners({ path }: { path: string }) {
  const viewer = useViewer();
  return (
    <>
      <OfflineBar />
      <FullDiskBar />
      {viewer.insecure_http ? <InsecureBanner /> : null}
      {viewer.mail_in_outbox && path !== mailSettingsAddress ? <MailBanner /> : null}
      {viewer.unlisted_proxy === null ? null : <ProxyBanner address={viewer.unlisted_proxy} />}
      {viewer.subdomain.is_trialing ? <TrialBanner /> : null}
    </>
  );
}

function OfflineBar() {
  const isOffline = useSyncExternalStore(connection.subscribe, connection.isOffline);
  return (
    <div role="status" className={styles.live}>
      {isOffline ? <p className={styles.offline}>{shellTexts.offline}</p> : null}
    </div>
  );
}

/** Stands until there is room again: whoever keeps the settings can do something about it. */
function FullDiskBar() {
  const full = useSyncExternalStore(installation.subscribe, installation.fullDisk);
  return (
    <div role="alert" className={styles.live}>
      {full === null ? null : (
        <Banner kind="danger" icon={<IconFiles size={16} stroke={1.75} aria-hidden="true" />}>
          <strong>{shellTexts.fullDisk[full].what}</strong> {shellTexts.fullDisk[full].cure}
        </Banner>
      )}
    </div>
  );
}

function InsecureBanner() {
  const [dismissed, setDismissed] = useStored('dismissed_banners', none);
  if (dismissed.includes('insecure_http')) return null;
  return (
    <Banner
      kind="warning"
      icon={<IconLockOpen size={16} stroke={1.75} aria-hidden="true" />}
      onDismiss={() => setDismissed([...dismissed, 'insecure_http'])}
    >
      {shellTexts.insecure}
    </Banner>
  );
}

/** No relay is set up. Until somebody has read it, it stands on every page. */
function MailBanner() {
  const [dismissed, setDismissed] = useStored('dismissed_banners', none);
  if (dismissed.includes('mail_in_outbox')) return null;
  return (
    <Banner
      kind="warning"
      icon={<IconMailOff size={16} stroke={1.75} aria-hidden="true" />}
      onDismiss={() => setDismissed([...dismissed, 'mail_in_outbox'])}
    >
      {shellTexts.mailInOutbox}{' '}
      <Link href={mailSettingsAddress} className={styles.link}>
        {shellTexts.mailInOutboxLink}
      </Link>
    </Banner>
  );
}

/** A proxy passes requests on that TRUSTED_PROXIES does not name. Of another address it is told again. */
function ProxyBanner({ address }: { address: string }) {
  const [dismissed, setDismissed] = useStored('dismissed_banners', none);
  const id = `unlisted_proxy ${address}`;
  if (dismissed.includes(id)) return null;
  return (
    <Banner
      kind="warning"
      icon={<IconLockOpen size={16} stroke={1.75} aria-hidden="true" />}
      onDismiss={() => setDismissed([...dismissed, id])}
    >
      {shellTexts.unlistedProxy(address)}
    </Banner>
  );
}

/** What GET /api/account/trial_status answers, as far as it is known. */
interface TrialStatus {
  trial_end_date?: string | null;
}

/** Counts the days of the trial down (SCOPE-035, SCOPE-036); only asked for while trialing. Its room is kept from the start, so nothing moves. */
function TrialBanner() {
  const { data } = useQuery({
    queryKey: ['trial_status'],
    queryFn: () => fetchJson('/api/account/trial_status') as Promise<TrialStatus>,
    staleTime: 60 * 60 * 1000,
  });
  const days = trialDaysLeft(data?.trial_end_date, new Date());
  if (data !== undefined && days === null) return null;
  return (
    <Banner kind="info" icon={<IconClock size={16} stroke={1.75} aria-hidden="true" />}>
      {days === null ? null : (
        <span data-testid="trial-banner">
          <strong>
            {days} {trialDaysWord(days)}
          </strong>{' '}
          {shellTexts.trial}
        </span>
      )}
    </Banner>
  );
}

function Banner({
  kind,
  icon,
  onDismiss,
  children,
}: {
  kind: 'info' | 'warning' | 'danger';
  icon: ReactNode;
  onDismiss?: () => void;
  children: ReactNode;
}) {
  return (
    <div className={styles.banner} data-kind={kind}>
      {icon}
      <p className={styles.bannerText}>{children}</p>
      {onDismiss === undefined ? null : (
        <IconButton label={shellTexts.dismiss} variant="plain" size="small" onClick={onDismiss}>
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}

const none: string[] = [];
