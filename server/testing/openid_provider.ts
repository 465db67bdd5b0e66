import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says of someone, by the name that they are signed in under there. */
export type ProviderPeople = Map<string, Record<string, unknown>>;

/** A provider of the company, as the tests run it: a certified one, in which everyone is whoever `who` names. */
export interface TestProvider {
  issuer: string;
  client_id: string;
  client_secret: string;
  people: ProviderPeople;
  /** who is signed in there; null: they refuse */
  who: string | null;
  close(): Promise<void>;
}

/** @param redirectUri where it leads back to */
export async function startTestProvider(redirectUri: string): Promise<TestProvider> {
  let handle: Parameters<typeof createServer>[1] & object = () => {};
  const server: Server = createServer((request, response) => handle(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const test: TestProvider = {
    issuer,
    client_id: 'earshot',
    client_secret: 'a secret between the two of us',
    people: new Map(),
    who: null,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  const provider = new Provider(issuer, {
    clients: [{ client_id: test.client_id, client_secret: test.client_secret, redirect_uris: [redirectUri] }],
    claims: {
      openid: ['sub', 'amr'],
      email: ['email', 'email_verified'],
      profile: ['name', 'earshot_role'],
    },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...test.people.get(id) }),
    }),
    interactions: { url: (_context, { uid }) => `/in/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['of the tests'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
  });
  const answer = provider.callback();
  handle = (request, response) => {
    if (request.url?.startsWith('/in/') !== true) return void answer(request, response);
    const { who } = test;
    const amr = who === null ? undefined : (test.people.get(who)?.['amr'] as string[] | undefined);
    void provider.interactionFinished(
      request,
      response,
      who === null
        ? { error: 'access_denied' }
        : { login: { accountId: who, remember: false, ...(amr ? { amr } : {}) } },
    );
  };
  return test;
}
