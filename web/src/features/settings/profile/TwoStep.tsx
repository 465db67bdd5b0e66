import { useState } from 'react';
import { request } from '../../../api/runtime.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { RecoveryCodes } from '../../../shared/secondFactor/RecoveryCodes.tsx';
import { SetUpCodes } from '../../../shared/secondFactor/SetUpCodes.tsx';
import { secondFactorTexts } from '../../../shared/secondFactor/texts.ts';
import {
  beginTwoStepDocument,
  confirmTwoStepDocument,
  endTwoStepDocument,
  renewCodesDocument,
} from './profileCalls.ts';
import type { OwnProfile } from './profileCalls.ts';
import { CurrentPassword, currentPassword, currentPasswordRules } from './CurrentPassword.tsx';
import { profileMessages } from './profileMessages.ts';

const { twoStep: texts } = profileMessages;

/** What is done with two-step sign-in: set it up, make new recovery codes, turn it off. */
export type TwoStepWish = 'on' | 'renew' | 'off';

/** Where it stands: the password first, then the app, then the codes to keep. */
type Step =
  | { at: 'password' }
  | { at: 'app'; secret: string; url: string }
  | { at: 'codes'; codes: readonly string[] };

/**
 * Does one thing with two-step sign-in, step by step. It begins with the password, where there is one: whoever finds an
 * open window changes nothing.
 */
export function TwoStep({
  wish,
  profile,
  opened,
  onClose,
}: {
  wish: TwoStepWish;
  profile: OwnProfile;
  opened: boolean;
  onClose: () => void;
}) {
  const [step, setStep] = useState<Step>({ at: 'password' });
  switch (step.at) {
    case 'password':
      return <AskPassword {...{ wish, profile, opened, onClose }} onStep={setStep} />;
    case 'app':
      return <AskCode {...step} {...{ opened, onClose }} onStep={setStep} />;
    case 'codes':
      return (
        <Dialog
          {...{ opened, onClose }}
          title={secondFactorTexts.recovery}
          dirty
          footer={
            <Button variant="primary" size="form" onClick={onClose}>
              {texts.kept}
            </Button>
          }
        >
          <RecoveryCodes codes={step.codes} />
        </Dialog>
      );
  }
}

function AskPassword({
  wish,
  profile,
  opened,
  onClose,
  onStep,
}: {
  wish: TwoStepWish;
  profile: OwnProfile;
  opened: boolean;
  onClose: () => void;
  onStep: (step: Step) => void;
}) {
  const { title, text, submit } = texts.dialogs[wish];
  const form = useForm({
    blank: { current_password: '' },
    fields: {
      current_password: currentPasswordRules(profile),
    },
  });
  const password = currentPassword(profile, form.values.current_password);
  const save = useCommand(
    async (): Promise<Step | null> => {
      if (wish === 'on') {
        const { own_second_factor_begin: made } = await request(beginTwoStepDocument, password);
        return { at: 'app', ...made! };
      }
      if (wish === 'renew') {
        const { own_recovery_codes_renew: made } = await request(renewCodesDocument, password);
        return { at: 'codes', codes: made!.recovery_codes };
      }
      await request(endTwoStepDocument, password);
      return null;
    },
    {
      form,
      ...(wish === 'off' ? { done: texts.ended } : {}),
      failed: null,
      onDone: (next) => (next === null ? onClose() : onStep(next)),
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save, title }}
      submitLabel={submit}
      {...(wish === 'off' ? { isFinal: true } : {})}
    >
      <p>{text}</p>
      <CurrentPassword profile={profile} field={form.field('current_password')} />
    </FormDialog>
  );
}

function AskCode({
  secret,
  url,
  opened,
  onClose,
  onStep,
}: {
  secret: string;
  url: string;
  opened: boolean;
  onClose: () => void;
  onStep: (step: Step) => void;
}) {
  const form = useForm({
    blank: { code: '' },
    fields: { code: { label: secondFactorTexts.code, needed: { sentence: secondFactorTexts.codeNeeded } } },
  });
  const save = useCommand(
    async () =>
      (await request(confirmTwoStepDocument, { code: form.values.code.trim() })).own_second_factor_confirm!,
    {
      form,
      done: texts.turnedOn,
      failed: null,
      onDone: ({ recovery_codes: codes }) => onStep({ at: 'codes', codes }),
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.dialogs.on.title}
      submitLabel={texts.turnOn}
    >
      <SetUpCodes {...{ secret, url }} />
      <TextField
        {...form.field('code')}
        description={secondFactorTexts.codeNote}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
      />
    </FormDialog>
  );
}
