import { IconFiles } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { connection, installation } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { mailSettingsAddress } from '../host/addresses.ts';
import { useStored } from '../host/storage.ts';
import { Later } from '../ui/loading/Later.tsx';
import { loadable } from '../ui/loading/loadable.tsx';
import { Banner } from './Banner.tsx';
import { shellTexts } from './texts.ts';
import styles from './shell.module.css';

const Notices = loadable(async () => (await import('./Notices.tsx')).Notices);

/**
 * The bars at the top of the sheet: no connection, a full disk, plain http, no mail, a proxy that is not listed, trial.
 *
 * @param path of the page: one that says a thing itself does not say it twice
 */
export function Banners({ path }: { path: string }) {
  const { insecure_http, mail_in_outbox, unlisted_proxy, subdomain } = useViewer();
  const [dismissed] = useStored('dismissed_banners', none);
  const notices = [
    ...(insecure_http ? ['insecure_http'] : []),
    ...(mail_in_outbox && path !== mailSettingsAddress ? ['mail_in_outbox'] : []),
    ...(unlisted_proxy === null ? [] : [`unlisted_proxy ${unlisted_proxy}`]),
  ].filter((notice) => !dismissed.includes(notice));
  const isTrialing = subdomain.is_trialing;
  return (
    <>
      <OfflineBar />
      <FullDiskBar />
      {notices.length > 0 || isTrialing ? (
        <section className={styles.notices} aria-label={shellTexts.noticesLabel}>
          <Later
            part={Notices}
            props={{ notices, isTrialing }}
            what={shellTexts.notices}
            // their room is kept from the start, so nothing moves
            waiting={[...notices, ...(isTrialing ? ['trial'] : [])].map((notice) => (
              <Banner key={notice} kind="info" icon={null}>
                {null}
              </Banner>
            ))}
          />
        </section>
      ) : null}
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

const none: string[] = [];
