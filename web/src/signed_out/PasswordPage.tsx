import { useRef, useState } from 'react';
import { validationMessages } from '../../../contract/errors.ts';
import { textLimits } from '../../../contract/limits.ts';
import { passwordProblem } from '../../../contract/password.ts';
import { countCharacters } from '../../../contract/text_cut.ts';
import { Button } from '../ui/elements/Button.tsx';
import { TextField } from '../ui/fields/fields.tsx';
import { PasswordField, PasswordRules } from '../ui/fields/PasswordField.tsx';

import { call, sentenceOf } from './calls.ts';
import { leadOn } from './entering.ts';
import type { EnterAnswer } from './entering.ts';
import { Aside, Form, Frame, PrimaryLink, Problem } from './Frame.tsx';
import { IncompletePage } from './LinkPage.tsx';
import { defaultAddress } from '../../../contract/return_to.ts';
import { signedOutTexts } from './texts.ts';
import { useLoaded } from './useLoaded.ts';
import { UnreachablePage, WaitingPage } from './Waiting.tsx';

/** Whom a token belongs to and what it is for. */
interface TokenFacts {
  email: string;
  name: string;
  purpose: 'reset' | 'invitation';
  /** Name of the workspace. */
  workspace: string;
  /** Who invited them; null: the command line did, or it is a reset. */
  invited_by: string | null;
  /** Characters that a new password has at least in this workspace. */
  min_characters: number;
}

const texts = signedOutTexts.choose;

/** /admin/password?token=…: sets a password, after a reset mail or an invitation. Who was invited is signed in with it. */
export function PasswordPage({ search }: { search: URLSearchParams }) {
  const token = search.get('token') ?? '';
  return token === '' ? <IncompletePage /> : <TokenPage token={token} />;
}

function TokenPage({ token }: { token: string }) {
  const { outcome, again } = useLoaded<TokenFacts>(
    `/admin/password/token?token=${encodeURIComponent(token)}`,
  );
  const [gone, setGone] = useState<string | null>(null);
  const [isDone, setIsDone] = useState(false);
  if (isDone) {
    return (
      <Frame title={texts.doneTitle} lead={texts.doneLead}>
        <PrimaryLink href="/admin/signin">{texts.signin}</PrimaryLink>
      </Frame>
    );
  }
  if (outcome === null) return <WaitingPage title={texts.resetTitle} />;
  if (outcome.kind === 'unreachable') return <UnreachablePage title={texts.resetTitle} onRetry={again} />;
  const refusal = gone ?? (outcome.kind === 'refused' ? outcome.message : null);
  if (refusal !== null || outcome.kind === 'refused') {
    return (
      <Frame title={texts.goneTitle} lead={refusal}>
        <PrimaryLink href="/admin/reset">{texts.askAgain}</PrimaryLink>
        <Aside>
          <a href="/admin/signin">{signedOutTexts.backToSignin}</a>
        </Aside>
      </Frame>
    );
  }
  return <PasswordForm token={token} facts={outcome.body} onGone={setGone} onDone={() => setIsDone(true)} />;
}

function PasswordForm({
  token,
  facts,
  onGone,
  onDone,
}: {
  token: string;
  facts: TokenFacts;
  onGone: (message: string) => void;
  onDone: () => void;
}) {
  const isInvitation = facts.purpose === 'invitation';
  const [name, setName] = useState(facts.name);
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ name: string | null; password: string | null }>({
    name: null,
    password: null,
  });
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const own = [facts.email, name];

  async function save(): Promise<void> {
    const found = {
      name: isInvitation ? nameProblem(name) : null,
      password: passwordProblem(password, own, facts.min_characters),
    };
    setErrors(found);
    if (found.name !== null) nameInput.current?.focus();
    else if (found.password !== null) passwordInput.current?.focus();
    if (found.name !== null || found.password !== null) return;

    setIsWorking(true);
    setProblem(null);
    const outcome = await call<EnterAnswer>('POST', '/admin/password', {
      token,
      password,
      ...(isInvitation ? { name: name.trim() } : {}),
    });
    if (outcome.kind === 'done' && isInvitation) {
      leadOn(outcome.body, defaultAddress);
      return;
    }
    setIsWorking(false);
    if (outcome.kind === 'done') onDone();
    else if (outcome.kind === 'refused' && outcome.status === 410) onGone(outcome.message);
    else if (outcome.kind === 'refused' && (outcome.field === 'name' || outcome.field === 'password')) {
      setErrors({ ...found, [outcome.field]: outcome.message });
      (outcome.field === 'name' ? nameInput : passwordInput).current?.focus();
    } else setProblem(sentenceOf(outcome));
  }

  return (
    <Frame
      title={isInvitation ? texts.invitationTitle(facts.workspace) : texts.resetTitle}
      lead={
        isInvitation
          ? texts.invitationLead(facts.email, facts.invited_by)
          : texts.resetLead(facts.email, facts.workspace)
      }
    >
      <Form onSubmit={() => (isWorking ? undefined : void save())}>
        <Problem>{problem}</Problem>
        {/* Password managers file the new password under this. */}
        <input type="email" name="username" autoComplete="username" value={facts.email} readOnly hidden />
        {isInvitation ? (
          <TextField
            label={signedOutTexts.yourName}
            name="name"
            value={name}
            onChange={setName}
            error={errors.name}
            required
            autoComplete="name"
            autoFocus
            inputRef={nameInput}
          />
        ) : null}
        <div>
          <PasswordField
            label={isInvitation ? signedOutTexts.password : signedOutTexts.newPassword}
            value={password}
            onChange={setPassword}
            error={errors.password}
            autoComplete="new-password"
            autoFocus={!isInvitation}
            inputRef={passwordInput}
          />
          <PasswordRules password={password} own={own} minCharacters={facts.min_characters} />
        </div>
        <Button type="submit" variant="primary" size="form" loading={isWorking}>
          {isInvitation ? texts.submitInvitation : texts.submitReset}
        </Button>
      </Form>
    </Frame>
  );
}

/** What is wrong with a person's name; null when nothing is. */
export function nameProblem(name: string): string | null {
  if (name.trim() === '') return validationMessages.nameRequired;
  return countCharacters(name.trim()) > textLimits.nameCharacters
    ? validationMessages.tooLong('Name', textLimits.nameCharacters)
    : null;
}
