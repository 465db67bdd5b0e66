import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { checkRelay, relayName } from './mail_check.ts';

const TEST = { to: 'me@example.com', from: 'no-reply@mail.example', workspace: 'Acme\r\nBcc: x@example.com' };
const closings: (() => unknown)[] = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

interface Relay {
  port: number;
  received: { from: string; to: string[]; text: string }[];
}

async function startRelay(options: SMTPServerOptions = {}): Promise<Relay> {
  const received: Relay['received'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  closings.push(() => server.close());
  return { port: (server.server.address() as AddressInfo).port, received };
}

async function startTcp(onConnection: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(onConnection);
  await new Promise<void>((ready) => {
    server.listen(0, '127.0.0.1', ready);
  });
  closings.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const states = (steps: Awaited<ReturnType<typeof checkRelay>>) =>
  steps.map(({ step, state }) => `${step} ${state}`);
const problem = (steps: Awaited<ReturnType<typeof checkRelay>>) =>
  steps.find(({ state }) => state === 'failed');

test('a relay that takes the mail: each step is ok, and the mail says what it is', async () => {
  const relay = await startRelay({
    onAuth: (auth, _session, done) =>
      auth.password === 's3cret-Pass' ? done(null, { user: 'me' }) : done(new Error('no')),
  });
  const steps = await checkRelay(`smtp://me:s3cret-Pass@127.0.0.1:${relay.port}`, TEST);
  expect(states(steps)).toEqual(['find ok', 'connect ok', 'encrypt ok', 'sign_in ok', 'send ok']);
  expect(steps[2]!.sentence).toContain('not encrypted');
  expect(relay.received).toMatchObject([{ from: TEST.from, to: [TEST.to] }]);
  expect(relay.received[0]!.text).not.toMatch(/^Bcc:/m);
});

test('without a test mail nothing is sent', async () => {
  const relay = await startRelay();
  expect(states(await checkRelay(`smtp://127.0.0.1:${relay.port}`, null))).toEqual([
    'find ok',
    'connect ok',
    'encrypt ok',
    'sign_in skipped',
  ]);
  expect(relay.received).toEqual([]);
});

test('a login that is refused, without the password in the answer even when the relay repeats it', async () => {
  const relay = await startRelay({
    onAuth: (auth, _session, done) =>
      done(
        new Error(
          `Bad ${auth.username} ${auth.password} ${Buffer.from(auth.password ?? '').toString('base64')}`,
        ),
      ),
  });
  const steps = await checkRelay(
    `smtp://${encodeURIComponent('me@acme.example')}:s3cret-Pass@127.0.0.1:${relay.port}`,
    TEST,
  );
  expect(states(steps)).toEqual(['find ok', 'connect ok', 'encrypt ok', 'sign_in failed', 'send skipped']);
  expect(problem(steps)!.sentence).toContain('The relay refuses the sign-in');
  const told = JSON.stringify(steps);
  for (const secret of ['s3cret-Pass', Buffer.from('s3cret-Pass').toString('base64'), 'me@acme.example'])
    expect(told).not.toContain(secret);
});

test('a sender and a recipient that are refused, each by name', async () => {
  const sender = await startRelay({
    onMailFrom: (_address, _session, done) =>
      done(Object.assign(new Error('Sender not verified'), { responseCode: 553 })),
  });
  expect(problem(await checkRelay(`smtp://127.0.0.1:${sender.port}`, TEST))).toEqual({
    step: 'send',
    state: 'failed',
    sentence: expect.stringMatching(
      /refuses the sender no-reply@mail\.example.*MAIL_DOMAIN.*Sender not verified/,
    ) as string,
  });
  const recipient = await startRelay({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error('Relaying denied'), { responseCode: 554 })),
  });
  expect(problem(await checkRelay(`smtp://127.0.0.1:${recipient.port}`, TEST))!.sentence).toMatch(
    /mail to me@example\.com.*Relaying denied/,
  );
});

test('a certificate that nobody vouches for', async () => {
  const relay = await startRelay({ secure: true });
  const failed = problem(await checkRelay(`smtps://127.0.0.1:${relay.port}`, TEST))!;
  expect(failed.step).toBe('encrypt');
  expect(failed.sentence).toMatch(/^The certificate of the relay /);
});

test('a relay that speaks without TLS where TLS was meant', async () => {
  const relay = await startRelay();
  const failed = problem(await checkRelay(`smtps://127.0.0.1:${relay.port}`, TEST))!;
  expect(failed).toMatchObject({
    step: 'encrypt',
    sentence: expect.stringContaining('smtp: instead of smtps:') as string,
  });
});

test('a port that nobody listens on, a host that nobody knows, and something that is no relay', async () => {
  const free = await startTcp(() => {});
  for (const close of closings.splice(0)) close();
  expect(problem(await checkRelay(`smtp://127.0.0.1:${free}`, TEST))).toMatchObject({
    step: 'connect',
    sentence: expect.stringContaining('refuses connections on port') as string,
  });
  const unknown = await checkRelay('smtp://user:s3cret@relay.invalid:587', TEST);
  expect(states(unknown)).toEqual([
    'find failed',
    'connect skipped',
    'encrypt skipped',
    'sign_in skipped',
    'send skipped',
  ]);
  expect(unknown[0]!.sentence).toContain('relay.invalid is unknown');
  const other = await startTcp((socket) => {
    socket.on('error', () => {});
    socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  expect(problem(await checkRelay(`smtp://127.0.0.1:${other}`, TEST))!.step).toBe('encrypt');
});

test('without SMTP_URL that is what is said', async () => {
  expect((await checkRelay(null, TEST))[0]).toMatchObject({
    state: 'failed',
    sentence: expect.stringContaining('SMTP_URL is not set') as string,
  });
});

test('the name of a relay holds no user and no password', () => {
  expect(relayName('smtp://user:pass@mail.example.com')).toBe('mail.example.com:587');
  expect(relayName('smtps://user:pass@mail.example.com:2465')).toBe('mail.example.com:2465');
});
