import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  DIGEST_FREQUENCIES,
  isNotificationEvent,
  NOTIFICATIONS,
} from '../../../../contract/notifications.ts';
import type { DigestFrequency } from '../../../../contract/notifications.ts';
import type { NotificationSettingsQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { queryClient, request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { cx } from '../../ui/cx.ts';
import { RadioGroup, SwitchField } from '../../ui/fields/fields.tsx';
import rows from '../../ui/page/rows.module.css';
import { Section, Sections } from '../../ui/page/SheetPage.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import { emailSubscriptionsMessages as texts } from './settingsMessages.ts';
import styles from './settings.module.css';

const settingsDocument = graphql(`
  query NotificationSettings {
    notification_settings {
      digest
      preferences {
        event
        by_mail
      }
    }
  }
`);

const updateDocument = graphql(`
  mutation UpdateNotificationSettings($digest: String, $preferences: [NotificationPreferenceInput!]) {
    notification_settings_update(digest: $digest, preferences: $preferences) {
      digest
      preferences {
        event
        by_mail
      }
    }
  }
`);

const queryKey = ['notification-settings'];

type Settings = NotificationSettingsQuery['notification_settings'];

/** A change of some choices; the others stay. */
interface Change {
  digest?: DigestFrequency;
  preferences?: Settings['preferences'];
}

/** Settings as they are once a change is saved. */
function changed(settings: Settings, { digest, preferences = [] }: Change): Settings {
  const byEvent = new Map([...settings.preferences, ...preferences].map((each) => [each.event, each]));
  return { digest: digest ?? settings.digest, preferences: [...byEvent.values()] };
}

/** What the viewer gets by mail: each event at once or not, and a digest of what they have not seen. Saved as it is chosen. */
export function EmailSubscriptionsPage() {
  const viewer = useViewer();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => request(settingsDocument, {}, { signal }) });
  /** Chosen and not saved yet: shown at once; what could not be saved is put back. */
  const [chosen, setChosen] = useState<readonly { turn: number; change: Change }[]>([]);
  const turns = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  const save = useCommand(
    ({ change }: (typeof chosen)[number]) => {
      // one after the other: the last choice is the one that stays
      const sent = before.current.then(() => request(updateDocument, change));
      before.current = sent.catch(() => undefined);
      return sent;
    },
    {
      failed: texts.failed,
      onDone: ({ notification_settings_update: saved }) => {
        if (saved !== null) queryClient.setQueryData(queryKey, { notification_settings: saved });
      },
    },
  );
  const choose = (change: Change): void => {
    const own = { turn: (turns.current += 1), change };
    setChosen((others) => [...others, own]);
    void save.run(own).then(() => setChosen((others) => others.filter((other) => other !== own)));
  };

  return (
    <SettingsPage query={query} title={texts.title} what={texts.what}>
      {({ notification_settings: saved }) => {
        const settings = chosen.reduce((all, { change }) => changed(all, change), saved);
        return (
          <Sections>
            <p className={styles.mailIntro}>{texts.intro(viewer.email)}</p>
            <Section id="mail-at-once" title={texts.atOnce} note={texts.atOnceNote}>
              <ul className={cx(rows.box, styles.mailEvents)}>
                {settings.preferences.map(({ event, by_mail }) =>
                  isNotificationEvent(event) ? (
                    <li key={event}>
                      <SwitchField
                        label={NOTIFICATIONS[event].name}
                        checked={by_mail}
                        onChange={(isOn) => choose({ preferences: [{ event, by_mail: isOn }] })}
                      />
                    </li>
                  ) : null,
                )}
              </ul>
            </Section>
            <Section id="mail-digest" title={texts.digest} note={texts.digestNote}>
              <div className={cx(rows.box, styles.mailEvents)}>
                <RadioGroup
                  label={texts.digest}
                  hideLabel
                  value={settings.digest as DigestFrequency}
                  onChange={(digest) => choose({ digest })}
                  options={DIGEST_FREQUENCIES.map((frequency) => ({
                    value: frequency,
                    label: texts.frequency[frequency],
                    ...(frequency === 'never' ? {} : { description: texts.frequencyNote[frequency]() }),
                  }))}
                />
              </div>
            </Section>
          </Sections>
        );
      }}
    </SettingsPage>
  );
}
