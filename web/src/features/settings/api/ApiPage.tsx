import { IconChevronLeft, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { manualAddress } from '../../../host/addresses.ts';
import { usePageState } from '../../../host/pageState.ts';
import { textField } from '../../../host/search.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { CopyField } from '../../../ui/fields/CopyField.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { EmptyState } from '../../../ui/loading/states.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { apiTexts as texts } from './apiMessages.ts';
import { useWebhooks } from './apiQueries.ts';
import type { WebhookRow } from './apiQueries.ts';
import { SecretDialog } from './SecretDialog.tsx';
import { WebhookDetail } from './WebhookDetail.tsx';
import { Webhooks } from './Webhooks.tsx';
import rows from '../../../ui/page/rows.module.css';
import styles from './api.module.css';

/** Its form comes when it is opened. */
const WebhookPanel = loadable(async () => (await import('./WebhookPanel.tsx')).WebhookPanel);

/** The webhook that is shown. */
const pageState = { webhook: textField() };

/** Doors for programs: webhooks with their log, and keys of the HTTP API. */
export function ApiPage() {
  const [{ webhook: chosen }, setState] = usePageState(pageState);
  const query = useWebhooks();
  /** null: a new one */
  const [edited, setEdited] = useState<{ webhook: WebhookRow | null } | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (): void => setEdited({ webhook: null });
  useShortcut('shift+n', add, { label: texts.newWebhook, group: texts.title });
  return (
    <SettingsPage
      query={query}
      what={texts.what}
      title={texts.title}
      controls={
        <Button variant="primary" icon={<IconPlus size={14} stroke={2} aria-hidden="true" />} onClick={add}>
          {texts.newWebhook}
        </Button>
      }
    >
      {({ webhooks: { records } }) => {
        const shown = records.find(({ id }) => id === chosen);
        return (
          <div className={styles.page} data-chosen={chosen !== '' || undefined}>
            <div className={styles.lists}>
              <Webhooks
                webhooks={records}
                chosen={chosen}
                onChoose={(id) => setState({ webhook: id }, { replace: false })}
                onAdd={add}
              />
              <ApiKeys />
            </div>
            <div className={styles.detail}>
              {chosen === '' ? (
                <Start hasWebhooks={records.length > 0} />
              ) : (
                <>
                  <p className={styles.back}>
                    <Button
                      variant="text"
                      icon={<IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />}
                      onClick={() => setState({ webhook: '' }, { replace: false })}
                    >
                      {texts.back}
                    </Button>
                  </p>
                  {shown === undefined ? (
                    <EmptyState title={texts.notFound} reason={texts.notFoundReason} />
                  ) : (
                    <WebhookDetail
                      key={shown.id}
                      webhook={shown}
                      onEdit={() => setEdited({ webhook: shown })}
                      onSecret={setSecret}
                      onGone={() => setState({ webhook: '' })}
                    />
                  )}
                </>
              )}
            </div>
            <DialogFor about={edited}>
              {(about, opened) => (
                <Later
                  part={WebhookPanel}
                  what={texts.panel.form}
                  props={{
                    webhook: about.webhook,
                    opened,
                    onClose: () => setEdited(null),
                    onMade: (made) => {
                      setState({ webhook: made.id });
                      setSecret(made.secret);
                    },
                  }}
                />
              )}
            </DialogFor>
            <DialogFor about={secret}>
              {(shownSecret, opened) => (
                <SecretDialog
                  title={texts.secret.title}
                  label={texts.secret.label}
                  note={texts.secret.note}
                  value={shownSecret}
                  copied={texts.secret.copied}
                  opened={opened}
                  onClose={() => setSecret(null)}
                >
                  <p>
                    {texts.secret.how}{' '}
                    <a href={manualAddress('webhooks')} target="_blank" rel="noopener">
                      {texts.secret.manual}
                    </a>
                  </p>
                </SecretDialog>
              )}
            </DialogFor>
          </div>
        );
      }}
    </SettingsPage>
  );
}

/** Where programs begin, while no webhook is chosen. */
function Start({ hasWebhooks }: { hasWebhooks: boolean }) {
  return (
    <section className={styles.start} aria-labelledby="api-start">
      <h2 id="api-start">{texts.start.title}</h2>
      <p>{texts.start.text}</p>
      <CopyField
        label={texts.start.address}
        value={`${window.location.origin}/api/v1`}
        done={texts.start.copied}
      />
      <p className={styles.links}>
        <a href="/api/v1/docs" target="_blank" rel="noopener">
          {texts.start.tryIt}
        </a>
        <a href="/api/v1/openapi.json" target="_blank" rel="noopener">
          {texts.start.document}
        </a>
        <a href={manualAddress('http-api')} target="_blank" rel="noopener">
          {texts.start.manual}
        </a>
      </p>
      {hasWebhooks ? <p className={rows.meta}>{texts.start.hooks}</p> : null}
    </section>
  );
}
