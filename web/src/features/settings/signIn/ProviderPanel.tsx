import {
  isDomain,
  issuerOf,
  PROVIDER_LICENSES,
  providerLimits,
  readDomains,
} from '../../../../../contract/provider.ts';
import type { ProviderLicense } from '../../../../../contract/provider.ts';
import { request } from '../../../api/runtime.ts';
import { PanelFrame } from '../../../forms/PanelFrame.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { SelectField, SwitchField, TextField } from '../../../ui/fields/fields.tsx';
import { providerDocument, saveProviderDocument } from './providerCalls.ts';
import type { ProviderSetUp } from './providerCalls.ts';
import { providerTexts } from './providerMessages.ts';
import panels from '../../../forms/panels.module.css';

const texts = providerTexts.panel;

interface ProviderForm {
  name: string;
  issuer: string;
  client_id: string;
  client_secret: string;
  email_domains: string;
  joins_as: '' | ProviderLicense;
  license_claim: string;
  is_required: boolean;
}

const BLANK: ProviderForm = {
  name: '',
  issuer: '',
  client_id: '',
  client_secret: '',
  email_domains: '',
  joins_as: '',
  license_claim: '',
  is_required: false,
};

const recordOf = (setUp: ProviderSetUp | null) => ({
  version: setUp?.updated_at ?? null,
  values:
    setUp === null
      ? BLANK
      : {
          name: setUp.name,
          issuer: setUp.issuer,
          client_id: setUp.client_id,
          client_secret: '',
          email_domains: setUp.email_domains.join(', '),
          joins_as: PROVIDER_LICENSES.find((license) => license === setUp.joins_as) ?? ('' as const),
          license_claim: setUp.license_claim ?? '',
          is_required: setUp.is_required,
        },
});

/** Sets single sign-on up, or edits it. What is typed is kept nowhere until it is saved: it holds the secret. */
export function ProviderPanel({
  setUp,
  opened,
  onClose,
}: {
  /** null: none is set up */
  setUp: ProviderSetUp | null;
  opened: boolean;
  onClose: () => void;
}) {
  const before = recordOf(setUp).values;
  const secretEnd = setUp?.secret_end ?? null;
  const form = useForm<ProviderForm>({
    blank: before,
    record: recordOf(setUp),
    reload: async () => recordOf((await request(providerDocument, {})).sign_in_provider),
    fields: {
      name: {
        label: texts.name,
        needed: { name: texts.nameNeeded, sentence: texts.nameMissing },
        limit: providerLimits.nameCharacters,
        text: (typed) => typed,
      },
      issuer: {
        label: texts.issuer,
        needed: { name: texts.issuerNeeded, sentence: texts.issuerMissing },
        rule: (typed) => (issuerOf(typed) === null ? texts.issuerWrong : null),
        limit: providerLimits.issuerCharacters,
        text: (typed) => typed,
      },
      client_id: {
        label: texts.client,
        needed: { name: texts.clientNeeded, sentence: texts.clientMissing },
        limit: providerLimits.clientCharacters,
        text: (typed) => typed,
      },
      client_secret: {
        label: texts.secret,
        limit: providerLimits.secretCharacters,
        rule: (secret, { issuer, client_id }) =>
          secretEnd !== null &&
          secret.trim() === '' &&
          (issuerOf(issuer) !== before.issuer || client_id.trim() !== before.client_id)
            ? texts.secretAgain
            : null,
        text: (typed) => (typed === '' ? '' : '••••'),
      },
      email_domains: {
        label: texts.domains,
        rule: (typed, { joins_as }) => {
          const domains = readDomains(typed);
          const wrong = domains.find((domain) => !isDomain(domain));
          if (wrong !== undefined) return texts.domainsWrong(wrong);
          return joins_as !== '' && domains.length === 0 ? texts.domainsMissing : null;
        },
        text: (typed) => typed,
      },
      joins_as: { label: texts.joins, text: (license) => texts.joinsOptions[license] },
      license_claim: {
        label: texts.claim,
        limit: providerLimits.claimCharacters,
        text: (typed) => typed,
      },
      is_required: { label: texts.required },
    },
  });
  const { client_secret: secret, email_domains: domains, joins_as, license_claim, ...values } = form.values;
  const save = useCommand(
    async (version: string | null) =>
      (
        await request(saveProviderDocument, {
          ...values,
          email_domains: readDomains(domains),
          joins_as: joins_as === '' ? null : joins_as,
          license_claim: license_claim.trim() === '' ? null : license_claim,
          // left out: the one that there is stays
          ...(secret.trim() === '' ? {} : { client_secret: secret }),
          ...(version === null ? {} : { if_updated_at: version }),
        })
      ).sign_in_provider_update,
    { form, done: texts.saved, failed: texts.failed, onDone: onClose },
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
        <TextField
          {...form.field('name')}
          description={texts.nameNote}
          autoComplete="off"
          placeholder={texts.nameExample}
          data-autofocus
        />
        <TextField
          {...form.field('issuer')}
          description={texts.issuerNote}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.issuerExample}
        />
        <TextField {...form.field('client_id')} autoComplete="off" spellCheck={false} />
        <TextField
          {...form.field('client_secret')}
          description={texts.secretNote}
          type="password"
          autoComplete="off"
          placeholder={secretEnd === null ? undefined : texts.secretKept(secretEnd)}
        />
        <TextField
          {...form.field('email_domains')}
          description={texts.domainsNote}
          optional
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.domainsExample}
        />
        <SelectField
          label={texts.joins}
          description={texts.joinsNote}
          value={form.values.joins_as}
          options={(['', ...PROVIDER_LICENSES] as const).map((value) => ({
            value,
            label: texts.joinsOptions[value],
          }))}
          onChange={(next) => form.set({ joins_as: next as ProviderForm['joins_as'] })}
        />
        <TextField
          {...form.field('license_claim')}
          description={texts.claimNote}
          optional
          autoComplete="off"
          spellCheck={false}
          placeholder={texts.claimExample}
        />
        <SwitchField
          label={texts.required}
          description={texts.requiredNote}
          checked={form.values.is_required}
          onChange={(isOn) => form.set({ is_required: isOn })}
        />
      </div>
    </PanelFrame>
  );
}
