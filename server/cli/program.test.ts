import { expect, test } from 'vitest';
import { badInput } from '../core/errors.ts';
import { OperatorError } from '../process/operator_error.ts';
import { UsageError, type Command } from './command.ts';
import { runProgram, type Registry } from './program.ts';

function registryOf(...commands: Partial<Command>[]): Registry {
  return Object.fromEntries(
    commands.map((command) => {
      const whole: Command = { name: 'x', summary: 'Does x.', usage: '', run: async () => {}, ...command };
      return [whole.name, async () => ({ command: whole })];
    }),
  );
}

async function run(argv: string[], ...commands: Partial<Command>[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runProgram(argv, registryOf(...commands), {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
    environment: {},
  });
  return { code, out: out.join(''), err: err.join('') };
}

const userCreate: Partial<Command> = {
  name: 'user create',
  summary: 'Add a person.',
  usage: '--email <address>',
  options: {
    email: { type: 'string', help: 'Address to sign in with.' },
    tag: { type: 'string', help: 'A tag.', multiple: true },
  },
  run: async (args, io) => {
    io.out(`made ${args.required('email')} ${args.all('tag').join('+')}`);
    io.json({ email: args.text('email') });
  },
};

test('--help lists the commands, and the options of one', async () => {
  const all = await run(['--help'], userCreate, { name: 'start', summary: 'Start.' });
  expect(all).toMatchObject({ code: 0, err: '' });
  expect(all.out).toContain('user create  Add a person.');
  const one = await run(['user', 'create', '--help'], userCreate);
  expect(one.code).toBe(0);
  expect(one.out).toContain('Usage: npm run earshot -- user create --email <address>');
  expect(one.out).toMatch(/--email <value> +Address to sign in with\./);
  expect(one.out).toMatch(/--json +Print one JSON object/);
});

test('the first word of commands with two words has a help of its own', async () => {
  const { code, out } = await run(['user', '--help'], userCreate, { name: 'start', summary: 'Start.' });
  expect(code).toBe(0);
  expect(out).toContain('user create');
  expect(out).not.toContain('start');
});

test('with --json an unknown command is told as one JSON object too', async () => {
  const { code, out } = await run(['nothing', '--json'], userCreate);
  expect([code, JSON.parse(out)]).toEqual([2, { error: 'There is no command "nothing".' }]);
});

test('without a command the list is printed and the code is 2', async () => {
  const { code, out } = await run([], userCreate);
  expect([code, out.includes('user create')]).toEqual([2, true]);
});

test.each([
  [['nothing'], 'There is no command "nothing".'],
  [['nothing', '--help'], 'There is no command "nothing".'],
  [['--subdomain'], 'The name of a command comes first.'],
  [['user'], 'Say which: user create.'],
  [['user', 'delete'], 'There is no command "user delete". Say which: user create.'],
  [['user', 'create'], '--email is missing.'],
  [['user', 'create', '--email='], '--email is missing.'],
  [['user', 'create', '--mail', 'x'], "Unknown option '--mail'."],
  [
    ['user', 'create', 'loose'],
    "Unexpected argument 'loose'. This command does not take positional arguments.",
  ],
])('%j is wrong usage: code 2 and a sentence', async (argv, sentence) => {
  const { code, out, err } = await run(argv, userCreate);
  expect([code, out]).toEqual([2, '']);
  expect(err.split('\n')[0]).toBe(sentence);
});

test('options reach the command, several times where it says so', async () => {
  const { code, out } = await run(
    ['user', 'create', '--email', 'a@b.c', '--tag', 'x', '--tag=y'],
    userCreate,
  );
  expect([code, out]).toEqual([0, 'made a@b.c x+y\n']);
});

test('--json prints one object and nothing else', async () => {
  expect(await run(['user', 'create', '--email', 'a@b.c', '--json'], userCreate)).toEqual({
    code: 0,
    out: '{"email":"a@b.c"}\n',
    err: '',
  });
});

test('a failure that people can read is printed as its sentence, with code 1', async () => {
  const failing = (error: Error): Partial<Command> => ({ name: 'x', run: () => Promise.reject(error) });
  expect(await run(['x'], failing(new OperatorError('The disk is full.')))).toEqual({
    code: 1,
    out: '',
    err: 'The disk is full.\n',
  });
  const refused = await run(['x', '--json'], failing(badInput('email', 'This is no address.')));
  expect([refused.code, JSON.parse(refused.out)]).toEqual([
    1,
    { error: 'This is no address.', field: 'email' },
  ]);
  const usage = await run(['x'], failing(new UsageError('Give one of both.')));
  expect([usage.code, usage.err.split('\n')[1]]).toEqual([2, 'Usage: npm run earshot -- x']);
});

test('a fault of the program is printed with its stack', async () => {
  const { code, err } = await run(['x'], { name: 'x', run: () => Promise.reject(new TypeError('oops')) });
  expect(code).toBe(1);
  expect(err).toMatch(/fault of the program.*TypeError: oops\n\s+at /s);
});

test('the exit code of a command is passed on', async () => {
  expect((await run(['x'], { name: 'x', run: async () => 1 })).code).toBe(1);
});
