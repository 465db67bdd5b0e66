import { useMutation, useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { NOTIFICATION_EVENT_NAMES } from '../../../../contract/notification_texts.ts';
import { DIGEST_FREQUENCIES, isNotificationEvent } from '../../../../contract/notifications.ts';
import type { DigestFrequency } from '../../../../contract/notifications.ts';
import { messageOf } from '../../api/errors.ts';
import type { NotificationSettingsQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { queryClient, request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { RadioGroup, SwitchField } from '../../ui/fields.tsx';
import { Section, Sections, SheetPage } from '../../ui/SheetPage.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';
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

/** A change of some choices; the others stay. */
interface Change {
  digest?: DigestFrequency;
  preferences?: { event: string; by_mail: boolean }[];
}

/** What the viewer gets by mail: each event at once or not, and a digest of what they have not seen. Saved as it is chosen. */
export function EmailSubscriptionsPage() {
  const viewer = useViewer();
  const toasts = useToasts();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => request(settingsDocument, {}, { signal }) });
  const update = useMutation({
    mutationKey: queryKey,
    mutationFn: (change: Change) => request(updateDocument, change),
    // one after the other: the last choice is the one that stays
    scope: { id: 'notification-settings' },
    onSuccess: ({ notification_settings_update: saved }) => {
      // what was chosen since then is on its way, and shown already
      if (saved !== null && queryClient.isMutating({ mutationKey: queryKey }) <= 1)
        queryClient.setQueryData(queryKey, { notification_settings: saved });
    },
    onError: (error) => {
      toasts.error(texts.failed(messageOf(error)));
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  const [, drawNow] = useReducer((times: number) => times + 1, 0);
  const settings = query.data?.notification_settings;
  const choose = (change: Change): void => {
    if (settings === undefined) return;
    // shown at once; what could not be saved is put back
    queryClient.setQueryData<NotificationSettingsQuery>(queryKey, (before) => {
      const known = before?.notification_settings ?? settings;
      const byEvent = new Map(
        [...known.preferences, ...(change.preferences ?? [])].map((each) => [each.event, each]),
      );
      return {
        notification_settings: { digest: change.digest ?? known.digest, preferences: [...byEvent.values()] },
      };
    });
    // the cache tells of it only after this event: until then a choice would fall back
    drawNow();
    update.mutate(change);
  };

  return (
    <SheetPage title={texts.title}>
      {query.isPending ? (
        <RowsSkeleton />
      ) : settings === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Sections narrow>
          <p className={styles.mailIntro}>{texts.intro(viewer.email)}</p>
          <Section id="mail-at-once" title={texts.atOnce} note={texts.atOnceNote}>
            <ul className={styles.mailEvents}>
              {settings.preferences.map(({ event, by_mail }) =>
                isNotificationEvent(event) ? (
                  <li key={event}>
                    <SwitchField
                      label={NOTIFICATION_EVENT_NAMES[event]}
                      checked={by_mail}
                      onChange={(isOn) => choose({ preferences: [{ event, by_mail: isOn }] })}
                    />
                  </li>
                ) : null,
              )}
            </ul>
          </Section>
          <Section id="mail-digest" title={texts.digest} note={texts.digestNote}>
            <RadioGroup
              label={texts.digest}
              hideLabel
              value={settings.digest as DigestFrequency}
              onChange={(digest) => choose({ digest })}
              options={DIGEST_FREQUENCIES.map((frequency) => ({
                value: frequency,
                label: texts.frequency[frequency],
                ...(frequency === 'never' ? {} : { description: texts.frequencyNote[frequency] }),
              }))}
            />
          </Section>
        </Sections>
      )}
    </SheetPage>
  );
}
