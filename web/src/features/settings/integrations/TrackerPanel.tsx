import { emailProblem } from '../../../../../contract/email.ts';
import { textLimits } from '../../../../../contract/limits.ts';
import {
  CUSTOM_FIELD_ID,
  instanceUrlOf,
  trackerLimits,
  TRACKER_KINDS,
} from '../../../../../contract/tracker.ts';
import type { TrackerKind } from '../../../../../contract/tracker.ts';
import { request } from '../../../api/runtime.ts';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { RadioGroup, TextArea, TextField } from '../../../ui/fields/fields.tsx';
import { integrationTexts } from './integrationMessages.ts';
import { saveTrackerDocument, trackerDocument } from './integrationQueries.ts';
import type { TrackerSetUp } from './integrationQueries.ts';
import panels from '../../../forms/panels.module.css';

const texts = integrationTexts.panel;

interface TrackerForm {
  kind: TrackerKind;
  instance_url: string;
  account: string;
  token: string;
  customfield_id: string;
  create_warning_message: string;
}

const BLANK: TrackerForm = {
  kind: 'jira_cloud',
  instance_url: '',
  account: '',
  token: '',
  customfield_id: '',
  create_warning_message: '',
};

const recordOf = (setUp: TrackerSetUp | null) => ({
  version: setUp?.updated_at ?? null,
  values:
    setUp === null
      ? BLANK
      : {
          kind: setUp.kind as TrackerKind,
          instance_url: setUp.instance_url,
          account: setUp.account ?? '',
          token: '',
          customfield_id: setUp.customfield_id ?? '',
          create_warning_message: setUp.create_warning_message ?? '',
        },
});

/** Sets the tracker up, or edits it. What is typed is kept nowhere until it is saved: it holds the token. */
export function TrackerPanel({
  setUp,
  opened,
  onClose,
  onSaved,
}: {
  /** null: none is set up */
  setUp: TrackerSetUp | null;
  opened: boolean;
  onClose: () => void;
  /** told when there is a token to ask Jira with */
  onSaved: (saved: TrackerSetUp) => void;
}) {
  const before = recordOf(setUp).values;
  const tokenEnd = setUp?.token_end ?? null;
  const form = useForm<TrackerForm>({
    blank: before,
    record: recordOf(setUp),
    reload: async () => recordOf((await request(trackerDocument, {})).tracker_settings),
    fields: {
      kind: { label: texts.kind, text: (kind) => texts.kinds[kind] },
      instance_url: {
        label: texts.address,
        needed: { name: texts.addressName, sentence: texts.addressMissing },
        rule: (typed) => (instanceUrlOf(typed) === null ? texts.addressWrong : null),
        limit: textLimits.urlCharacters,
        text: (typed) => typed,
      },
      account: {
        label: texts.account,
        rule: (typed, { kind, token }) =>
          kind !== 'jira_cloud'
            ? null
            : typed.trim() === ''
              ? token.trim() === ''
                ? null
                : texts.accountMissing
              : emailProblem(typed),
        text: (typed) => typed,
      },
      token: {
        label: texts.token.jira_cloud,
        limit: trackerLimits.tokenCharacters,
        rule: (token, { kind, instance_url, account }) =>
          tokenEnd !== null &&
          token.trim() === '' &&
          (kind !== before.kind ||
            instanceUrlOf(instance_url) !== before.instance_url ||
            (kind === 'jira_cloud' && account.trim() !== before.account))
            ? texts.tokenAgain
            : null,
        ruleSaid: 'asked',
      },
      customfield_id: {
        label: texts.field,
        rule: (typed) =>
          typed.trim() === '' || CUSTOM_FIELD_ID.test(typed.trim()) ? null : texts.fieldWrong,
        text: (typed) => typed,
      },
      create_warning_message: {
        label: texts.warning,
        limit: trackerLimits.warningCharacters,
        text: (typed) => typed,
      },
    },
  });
  const { kind, token, ...values } = form.values;
  const save = useCommand(
    async (version: string | null) =>
      (
        await request(saveTrackerDocument, {
          ...values,
          kind,
          account: kind === 'jira_cloud' ? values.account : null,
          // left out: the one that there is stays
          ...(token.trim() === '' ? {} : { token }),
          ...(version === null ? {} : { if_updated_at: version }),
        })
      ).tracker_settings_update,
    {
      form,
      done: integrationTexts.saved,
      failed: integrationTexts.failed,
      onDone: (saved) => {
        onSaved(saved);
        onClose();
      },
    },
  );
  return (
    <PanelFrame
      {...{ opened, form, save }}
      close={onClose}
      area="settings"
      title={texts.title}
      what={texts.title}
      submitLabel={texts.submit}
    >
      <div className={panels.stack}>
        <RadioGroup
          label={texts.kind}
          value={kind}
          onChange={(next) => form.set({ kind: next })}
          options={TRACKER_KINDS.map((value) => ({
            value,
            label: texts.kinds[value],
            description: texts.kindNotes[value],
          }))}
        />
        <TextField
          {...form.field('instance_url')}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.addressExample[kind]}
          data-autofocus
        />
        {kind === 'jira_cloud' ? (
          <TextField {...form.field('account')} type="email" autoComplete="off" spellCheck={false} />
        ) : null}
        <TextField
          {...form.field('token')}
          label={texts.token[kind]}
          description={texts.tokenNote}
          type="password"
          autoComplete="off"
          placeholder={tokenEnd === null ? undefined : texts.tokenKept(tokenEnd)}
        />
        <TextField
          {...form.field('customfield_id')}
          description={texts.fieldNote}
          optional
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.fieldExample}
        />
        <TextArea
          {...form.field('create_warning_message')}
          description={texts.warningNote}
          optional
          minRows={3}
          dir="auto"
        />
      </div>
    </PanelFrame>
  );
}
