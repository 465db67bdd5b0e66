import { useState } from 'react';
import { emailProblem } from '../../../contract/email.ts';
import { validationMessages } from '../../../contract/errors.ts';
import { textLimits } from '../../../contract/limits.ts';
import { passwordProblem } from '../../../contract/password.ts';
import { countCharacters } from '../../../contract/text_cut.ts';
import { Button } from '../ui/elements/Button.tsx';
import { TextField } from '../ui/fields/fields.tsx';
import { PasswordField, PasswordRules } from '../ui/fields/PasswordField.tsx';
import { call, sentenceOf } from './calls.ts';
import { Aside, Form, Frame, Problem } from './Frame.tsx';
import { nameProblem } from './PasswordPage.tsx';
import { signedOutTexts } from './texts.ts';
import { useLoaded } from './useLoaded.ts';
import { UnreachablePage, WaitingPage } from './Waiting.tsx';
import { hostOfWorkspace, keyOfName, keyProblem } from './workspaceKey.ts';
import styles from './signedOut.module.css';

/** What the server says about the set-up that a token opens. */
interface SetupState {
  /** first: nothing exists yet; another: beside the workspaces that do. */
  mode: 'first' | 'another';
  suggested_key: string;
  /** Key of the workspace that this page's host itself leads to. */
  default_subdomain: string;
}

const fieldNames = ['workspace_name', 'key', 'name', 'email', 'password'] as const;
type FieldName = (typeof fieldNames)[number];
type Values = Record<FieldName, string>;
type Errors = Partial<Record<FieldName, string | null>>;

const texts = signedOutTexts.setup;

/**
 * /admin/setup?token=…: makes a workspace and its owner. While there is none, every other address leads here
 * without a token, so that nothing is offered to go back to: it would come back here.
 */
export function SetupPage({ search }: { search: URLSearchParams }) {
  const token = search.get('token') ?? '';
  return token === '' ? (
    <Frame title={texts.tokenTitle} lead={texts.tokenLead} />
  ) : (
    <TokenPage token={token} />
  );
}

function TokenPage({ token }: { token: string }) {
  const { outcome, again } = useLoaded<SetupState>(`/admin/setup/state?token=${encodeURIComponent(token)}`);
  const [refusal, setRefusal] = useState<string | null>(null);
  if (outcome === null) return <WaitingPage title={texts.titleFirst} />;
  if (outcome.kind === 'unreachable') return <UnreachablePage title={texts.titleFirst} onRetry={again} />;
  if (outcome.kind === 'refused' || refusal !== null) {
    return (
      <Frame
        title={texts.refusedTitle}
        lead={refusal ?? (outcome.kind === 'refused' ? outcome.message : null)}
      >
        <Aside>
          <a href="/admin/signin">{signedOutTexts.backToSignin}</a>
        </Aside>
      </Frame>
    );
  }
  return <SetupForm token={token} state={outcome.body} onRefused={setRefusal} />;
}

function SetupForm({
  token,
  state,
  onRefused,
}: {
  token: string;
  state: SetupState;
  onRefused: (message: string) => void;
}) {
  const [values, setValues] = useState<Values>({
    workspace_name: '',
    key: state.suggested_key,
    name: '',
    email: '',
    password: '',
  });
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  // The first workspace keeps the key that this address leads to, unless someone changes it by hand.
  const [followsName, setFollowsName] = useState(state.mode === 'another');
  const own = [values.email, values.name, values.workspace_name];

  function change(name: FieldName, value: string): void {
    setErrors((before) => ({ ...before, [name]: null }));
    setValues((before) => {
      const next = { ...before, [name]: value };
      if (name === 'workspace_name' && followsName) next.key = keyOfName(value);
      return next;
    });
    if (name === 'key') setFollowsName(false);
  }

  async function create(): Promise<void> {
    const found: Errors = {
      workspace_name: workspaceNameProblem(values.workspace_name),
      key: keyProblem(values.key),
      name: nameProblem(values.name),
      email: emailProblem(values.email.trim()),
      password: passwordProblem(values.password, own),
    };
    if (showErrors(found)) return;

    setIsWorking(true);
    setProblem(null);
    const outcome = await call<{ url: string }>('POST', '/admin/setup', {
      token,
      ...values,
      workspace_name: values.workspace_name.trim(),
      name: values.name.trim(),
      email: values.email.trim(),
    });
    if (outcome.kind === 'done') {
      location.assign(outcome.body.url);
      return;
    }
    setIsWorking(false);
    const field = outcome.kind === 'refused' ? fieldNames.find((name) => name === outcome.field) : undefined;
    if (outcome.kind === 'refused' && outcome.status === 403) onRefused(outcome.message);
    else if (outcome.kind === 'refused' && field !== undefined) showErrors({ [field]: outcome.message });
    else setProblem(sentenceOf(outcome));
  }

  /** Shows the errors and goes to the first; false when there are none. */
  function showErrors(found: Errors): boolean {
    setErrors(found);
    const first = fieldNames.find((name) => typeof found[name] === 'string');
    if (first === undefined) return false;
    document.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus();
    return true;
  }

  return (
    <Frame title={state.mode === 'first' ? texts.titleFirst : texts.titleAnother} lead={texts.lead} wide>
      <Form onSubmit={() => (isWorking ? undefined : void create())}>
        <Problem>{problem}</Problem>
        <div>
          <TextField
            label={texts.workspace}
            name="workspace_name"
            value={values.workspace_name}
            onChange={(value) => change('workspace_name', value)}
            error={errors.workspace_name}
            required
            autoComplete="organization"
            placeholder={texts.workspacePlaceholder}
            autoFocus
          />
        </div>
        <div>
          <TextField
            label={texts.key}
            name="key"
            value={values.key}
            onChange={(value) => change('key', value.toLowerCase())}
            error={errors.key}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            end={<span className={styles.suffix}>{suffixOf(values.key, state.default_subdomain)}</span>}
          />
        </div>
        <p className={styles.note} aria-live="polite">
          {keyProblem(values.key) === null
            ? texts.address(hostOfWorkspace(values.key, state.default_subdomain, location.host))
            : ' '}
        </p>
        <div className={styles.pair}>
          <TextField
            label={signedOutTexts.yourName}
            name="name"
            value={values.name}
            onChange={(value) => change('name', value)}
            error={errors.name}
            required
            autoComplete="name"
          />
          <TextField
            label={signedOutTexts.email}
            name="email"
            type="email"
            value={values.email}
            onChange={(value) => change('email', value)}
            error={errors.email}
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <div>
          <PasswordField
            label={signedOutTexts.password}
            value={values.password}
            onChange={(value) => change('password', value)}
            error={errors.password ?? null}
            autoComplete="new-password"
          />
          <PasswordRules password={values.password} own={own} />
        </div>
        <Button type="submit" variant="primary" size="form" loading={isWorking}>
          {texts.submit}
        </Button>
      </Form>
    </Frame>
  );
}

/** What stands behind the key in the address of its workspace; '' for the default one, which the host itself leads to. */
function suffixOf(key: string, defaultKey: string): string {
  const host = hostOfWorkspace(key, defaultKey, location.host);
  return host.startsWith(`${key}.`) ? host.slice(key.length) : '';
}

function workspaceNameProblem(name: string): string | null {
  if (name.trim() === '') return texts.workspaceRequired;
  const { nameCharacters } = textLimits;
  return countCharacters(name.trim()) > nameCharacters
    ? validationMessages.tooLong(texts.workspace, nameCharacters)
    : null;
}
