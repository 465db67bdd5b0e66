import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { displayName } from '../../../../contract/user_name.ts';
import { passwordLimits, textLimits } from '../../../../contract/limits.ts';
import { secondFactor } from '../../../../contract/second_factor.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { badInput, notFound } from '../../../core/errors.ts';
import { shape } from '../../../core/shape.ts';
import { anyAdmin } from '../../../core/viewer.ts';
import { idInput, required, secretInput, singleLine, textInput } from '../../../inputs/kinds.ts';
import { ownNewsMail } from '../mails/own_mails.ts';
import { ownId, requirePassword } from '../own_account.ts';
import { factorNeed } from './factor.ts';
import {
  addPasskey,
  beginPasskey,
  ownPasskeyShape,
  passkeysOf,
  showPasskey,
  type PasskeyPlace,
} from './passkey.ts';

async function placeOf({
  tx,
  subdomain_id,
  services,
}: CommandContext): Promise<PasskeyPlace & { name: string }> {
  const { key, name } = await tx
    .selectFrom('subdomains')
    .select(['key', 'name'])
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  return { subdomain_id, services, publicUrl: services.publicUrl(key), name };
}

const personOf = ({ tx, subdomain_id }: CommandContext, id: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email_address'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Refuses one passkey more than a person may have; they are locked. @param field that the sentence is about */
async function refuseTooMany({ tx, subdomain_id, viewer }: CommandContext, field: string): Promise<void> {
  if ((await passkeysOf(tx, subdomain_id, ownId(viewer))).length >= secondFactor.passkeys)
    throw badInput(field, `You have ${secondFactor.passkeys} passkeys already. Remove one first.`, {
      reason: 'too_many',
    });
}

/** Begins a passkey of the viewer's own, for those who have two-step sign-in. */
export const ownPasskeyBegin = defineCommand({
  name: 'own_passkey_begin',
  description:
    'Answers what a browser is asked to make a passkey with (WebAuthn, as JSON), and until when its answer is taken. For those who have two-step sign-in.',
  requires: anyAdmin,
  holdsSecret: true,
  input: {
    current_password: secretInput(
      'The present password; left out by those who have none.',
      passwordLimits.maxCharacters,
    ),
  },
  returns: { type: 'OwnPasskeyRequest' },
  shapes: [
    shape('OwnPasskeyRequest', 'What a browser is asked to make a passkey with.', {
      options: { type: 'String!', description: 'PublicKeyCredentialCreationOptions as JSON.' },
      until: { type: 'String!', description: 'Until when the answer is taken; goes back with it.' },
    }),
  ],
  prepare: ({ current_password }, scope) => requirePassword(scope, current_password),
  run: async (_input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const id = ownId(viewer);
    if ((await factorNeed(tx, subdomain_id, id)) !== 'code')
      throw badInput(
        'current_password',
        'Turn two-step sign-in on first: its codes are there for when you have no passkey at hand.',
        {
          reason: 'no_second_factor',
        },
      );
    const person = await personOf(context, id);
    await refuseTooMany(context, 'current_password');
    const place = await placeOf(context);
    const { options, until } = await beginPasskey(
      tx,
      place,
      { id, name: displayName(person), email_address: person.email_address ?? displayName(person) },
      place.name,
      now,
    );
    await context.audit('own_passkey_begin', id);
    return { options: JSON.stringify(options), until };
  },
});

/** Keeps a passkey that the viewer's browser has made. */
export const ownPasskeyAdd = defineCommand({
  name: 'own_passkey_add',
  description: 'Keeps a passkey that a browser has made for own_passkey_begin. An email tells of it.',
  requires: anyAdmin,
  holdsSecret: true,
  input: {
    name: required(singleLine('As its holder calls the device.', textLimits.nameCharacters)),
    response: required(secretInput('What the browser answered, as JSON.', secondFactor.passkeyCharacters)),
    until: required(textInput('As own_passkey_begin answered it.', 40)),
  },
  returns: { type: 'OwnPasskey' },
  shapes: [ownPasskeyShape],
  run: async ({ name, response, until }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const id = ownId(viewer);
    if (name === '') throw badInput('name', 'Enter a name.', { reason: 'required' });
    const { email_address } = await personOf(context, id);
    // several may have been begun
    await refuseTooMany(context, 'response');
    if ((await factorNeed(tx, subdomain_id, id)) !== 'code')
      throw badInput('response', 'Two-step sign-in is off.', { reason: 'no_second_factor' });
    const answer = readJson(response);
    const made =
      answer === null
        ? null
        : await addPasskey(tx, await placeOf(context), id, { name, response: answer, until }, now);
    if (made === null)
      throw badInput(
        'response',
        'This passkey could not be added: it took too long, or is there already. Try again.',
        {
          reason: 'wrong',
        },
      );
    await context.audit('own_passkey_add', id, { name });
    if (email_address !== null)
      await context.enqueue(ownNewsMail, { what: 'passkey_added', user_id: id, email_address });
    return showPasskey(made);
  },
});

function readJson(text: string): RegistrationResponseJSON | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as RegistrationResponseJSON) : null;
  } catch {
    return null;
  }
}

/** Removes a passkey of the viewer's own. */
export const ownPasskeyRemove = defineCommand({
  name: 'own_passkey_remove',
  description: "Removes a passkey of the viewer's own.",
  requires: anyAdmin,
  input: { id: required(idInput('Passkey.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, { tx, subdomain_id, viewer, audit }) => {
    const row = await tx
      .deleteFrom('passkeys')
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', ownId(viewer))
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw notFound('id', 'passkey');
    await audit('own_passkey_remove', ownId(viewer), { name: row.name });
    return { id };
  },
});
