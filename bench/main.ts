/** Entry of `npm run bench -- <name> [options]`. Each benchmark prints its figures and the reference of the same run. */
const BENCHMARKS: Record<
  string,
  { about: string; load: () => Promise<{ run(args: string[]): Promise<void> }> }
> = {
  list: {
    about: 'the idea list over GraphQL against the same SQL forwarded and under pgbench',
    load: () => import('./list.ts'),
  },
  growth: {
    about: 'database time of list and reports from 1,000 ideas to a million',
    load: () => import('./growth.ts'),
  },
  filters: {
    about: 'page 1 under every sort and filter at 50 %, 1 % and 0.01 % of the ideas: SQL times',
    load: () => import('./filters.ts'),
  },
  customers: {
    about:
      'people and accounts under every sort and filter, expressions, revenue of an account with 5,000 ideas, satisfaction',
    load: () => import('./customers.ts'),
  },
  support: {
    about: 'tickets and articles under every sort and filter, with 200,000 tickets and 10,000 articles',
    load: () => import('./support.ts'),
  },
  duplicates: {
    about:
      'reports with known duplicates: MRR@10, hit@1, recall@10 of the order of searches against the one before; Node CPU of ranking',
    load: () => import('./duplicates.ts'),
  },
  themes: {
    about: 'labelled texts grouped into themes: NMI, ARI, ACC; cost in units of 1e9 multiplications',
    load: () => import('./themes.ts'),
  },
  reports: {
    about: 'trends of a theme report of 100,000 ideas, and an impact report raised over 20,000',
    load: () => import('./reports.ts'),
  },
  roadmap: {
    about: 'board, list and heads of columns of 2,000 features, and a card that is moved',
    load: () => import('./roadmap.ts'),
  },
  votes: {
    about: 'adding a vote with 8 writers against pgbench with the same statements; counters exact',
    load: () => import('./votes.ts'),
  },
  programs: {
    about:
      'the HTTP API against the console and against pgbench; pages while 10,000 deliveries of webhooks are on their way',
    load: () => import('./programs.ts'),
  },
  import: {
    about: 'real conversations through the import: expected against found',
    load: () => import('./import.ts'),
  },
  mail: {
    about: 'recipients of one mailing against a bare INSERT SELECT; the pace of sending',
    load: () => import('./mail.ts'),
  },
  'mail-kill': {
    about: 'workers killed with -9 while they send a mailing: none twice, the unknown ones listed',
    load: () => import('./faults/mail_kill.ts'),
  },
  'server-kill': {
    about: 'the server killed with -9 under 1,000 writes with retries: each there once',
    load: () => import('./faults/server_kill.ts'),
  },
  'postgres-kill': {
    about: 'PostgreSQL killed with -9 under writes: none lost, well again without a restart',
    load: () => import('./faults/postgres_kill.ts'),
  },
  outage: {
    about:
      'PostgreSQL stopped for 8 s under calls at every door: 503 with a sentence or a late answer, no fault counted, well again soon',
    load: () => import('./faults/outage.ts'),
  },
  frozen: {
    about:
      'a server stopped inside a transaction, a worker with a job in hand: others go on, each vote and effect once',
    load: () => import('./faults/frozen.ts'),
  },
  'rolling-restart': {
    about: 'two servers restarted by turns behind a proxy that asks /health/ready: no call fails',
    load: () => import('./faults/rolling_restart.ts'),
  },
  'worker-kill': {
    about: 'a worker killed with -9 in the middle of jobs: 20 jobs, 20 effects',
    load: () => import('./faults/worker_kill.ts'),
  },
  'same-form-twice': {
    about: 'one form twice at once, and again after the token was renewed: one effect',
    load: () => import('./faults/same_form_twice.ts'),
  },
  'votes-at-once': {
    about: '100 votes at once by each of 50 people: one each, counters exact',
    load: () => import('./faults/votes_at_once.ts'),
  },
  contended: {
    about: '2,000 mixed writes of 12 clients to 10 ideas: no deadlock, none slow, counters exact',
    load: () => import('./faults/contended.ts'),
  },
  'edit-clash': {
    about: 'two changes of one idea at once: the second is told',
    load: () => import('./faults/edit_clash.ts'),
  },
  'poison-job': {
    about: 'jobs that fail or kill their worker: three runs at most, shown, others done',
    load: () => import('./faults/poison_job.ts'),
  },
  'listen-cut': {
    about: 'the listening connection dead for 30 s: the process lives, the bell is right soon after',
    load: () => import('./faults/listen_cut.ts'),
  },
  'smtp-trouble': {
    about: 'a relay that is down, puts 10 % off and refuses 1 %: all others get one mail, exact counts',
    load: () => import('./faults/smtp_trouble.ts'),
  },
  'slow-clients': {
    about: '500 slow clients and streams that nobody reads: what others wait',
    load: () => import('./faults/slow_clients.ts'),
  },
  'sign-in-flood': {
    about:
      'floods at the doors that ask for no session, from several networks: what a known person waits to sign in',
    load: () => import('./faults/sign_in_flood.ts'),
  },
  'hostile-input': {
    about:
      'nested HTML, an image bomb, too large a body and the like: refused within a second, others unaffected',
    load: () => import('./faults/hostile_input.ts'),
  },
  'hostile-documents': {
    about: 'GraphQL documents made to do much: none holds others up for 100 ms or is answered more than 5 MB',
    load: () => import('./faults/hostile_documents.ts'),
  },
  'hostile-mail': {
    about: 'emails made to cost much, handed in by the webhooks: none holds others up for 50 ms',
    load: () => import('./faults/hostile_mail.ts'),
  },
  memory: {
    about:
      'resident memory of the server process after minutes of mixed load, or of lists alone (--load lists)',
    load: () => import('./memory.ts'),
  },
  idle: {
    about: 'processor time of server and database while nobody is there',
    load: () => import('./idle.ts'),
  },
  start: { about: 'seconds from npm start to the first page answered', load: () => import('./start.ts') },
  'first-load': {
    about: 'the production console in a slowed-down Chromium: bytes, requests, largest paint, interactions',
    load: () => import('./first_load.ts'),
  },
  'import-rate': {
    about: '100,000 ideas with 1,000,000 votes through the import against COPY of the same rows',
    load: () => import('./import_rate.ts'),
  },
  'import-console': {
    about: '100,000 rows through the console’s import: time, memory of the server, lists asked beside it',
    load: () => import('./import_console.ts'),
  },
  export: {
    about: 'peak memory while a million entries are exported, csv and xlsx, each row counted',
    load: () => import('./export.ts'),
  },
  restore: {
    about:
      'backup, wipe, restore elsewhere with a mailing half sent: equal hashes, quiet until released, none twice',
    load: () => import('./faults/restore.ts'),
  },
  'export-restart': {
    about: 'an export whose server is killed, then stopped, in the middle: one file, one mail, exact count',
    load: () => import('./faults/export_restart.ts'),
  },
};

const [wanted, ...args] = process.argv.slice(2);
const benchmark = wanted === undefined ? undefined : BENCHMARKS[wanted];
if (!benchmark) {
  console.log('npm run bench -- <name> [options]\n');
  for (const [key, { about }] of Object.entries(BENCHMARKS)) console.log(`  ${key.padEnd(16)} ${about}`);
  process.exitCode = wanted === undefined ? 0 : 2;
} else {
  await (await benchmark.load()).run(args);
}
