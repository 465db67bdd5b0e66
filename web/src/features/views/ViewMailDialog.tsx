import { DIGEST_FREQUENCIES } from '../../../../contract/notifications.ts';
import { lastHour } from '../../../../contract/saved_views.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { mailTimesOf } from '../../records/savedView.tsx';
import type { MailTimes } from '../../records/savedView.tsx';
import { savedViewTexts } from '../../records/savedViewTexts.ts';
import { SelectField } from '../../ui/fields/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { viewTexts } from './viewMessages.ts';

const texts = viewTexts.mail;

const subscribeDocument = graphql(`
  mutation SubscribeToIdeaList(
    $id: ID!
    $subscribed: Boolean
    $subscription_params: SavedViewSubscriptionInput
  ) {
    saved_view_update(id: $id, subscribed: $subscribed, subscription_params: $subscription_params) {
      id
      subscribed
      subscription_params
    }
  }
`);

/** An hour in UTC, and what the clock here shows then. */
function hourText(hour: number): string {
  const at = new Date();
  at.setUTCHours(hour, 0, 0, 0);
  return texts.hourOf(hour, at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' }));
}

/** When the viewer gets emails about a list: daily, weekly on a day, or never. */
export function ViewMailDialog({ view, opened, close }: ModalProps['viewMail'] & ModalControl) {
  const times = mailTimesOf(view.subscription_params);
  const form = useForm<{ frequency: MailTimes['frequency']; weekday: string; hour: string }>({
    blank: {
      frequency: view.subscribed ? times.frequency : 'never',
      weekday: String(times.weekday),
      hour: String(times.hour),
    },
    fields: {
      frequency: { label: texts.frequency },
      weekday: { label: texts.weekday },
      hour: { label: texts.hour },
    },
  });
  const { frequency, weekday, hour } = form.values;
  const save = useCommand(
    (_version: string | null) =>
      request(subscribeDocument, {
        id: view.id,
        subscribed: frequency !== 'never',
        ...(frequency === 'never'
          ? {}
          : { subscription_params: { frequency, weekday: Number(weekday), hour: Number(hour) } }),
      }),
    { form, done: texts.saved, failed: null, onDone: close },
  );
  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={texts.title(view.name)}
      submitLabel={texts.save}
    >
      <p>{texts.note}</p>
      <SelectField
        {...form.field('frequency')}
        options={DIGEST_FREQUENCIES.map((value) => ({ value, label: texts.frequencies[value] }))}
      />
      {frequency === 'weekly' ? (
        <SelectField
          {...form.field('weekday')}
          options={savedViewTexts.weekdays.map((label, index) => ({ value: String(index + 1), label }))}
        />
      ) : null}
      {frequency === 'never' ? null : (
        <SelectField
          {...form.field('hour')}
          options={Array.from({ length: lastHour + 1 }, (_, at) => ({
            value: String(at),
            label: hourText(at),
          }))}
        />
      )}
    </FormDialog>
  );
}
