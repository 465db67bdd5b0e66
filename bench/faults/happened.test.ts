import { describe, expect, test } from 'vitest';
import {
  missingOfHostileInput,
  missingOfMailKill,
  missingOfOutage,
  missingOfPoisonJob,
  missingOfPostgresKill,
  missingOfRestore,
  missingOfRollingRestart,
  missingOfSlowClients,
} from './happened.ts';

describe('a fault script whose fault did not happen fails', () => {
  test('slow-clients: with fewer clients than wanted, with a round under 15 s, without a round', () => {
    const round = { connected: 500, seconds: 15 };
    expect(missingOfSlowClients(500, [round, round])).toEqual([]);
    expect(missingOfSlowClients(500, [round, { ...round, connected: 499 }])).toEqual([
      '499 of 500 slow clients were connected in round 2',
    ]);
    expect(missingOfSlowClients(500, [{ ...round, seconds: 14.9 }])).toHaveLength(1);
    expect(missingOfSlowClients(500, [])).toHaveLength(1);
  });

  test('hostile-input: with others waiting, or with nobody else there', () => {
    expect(missingOfHostileInput([2, 259], 10)).toEqual([]);
    expect(missingOfHostileInput([2, 261], 10)).toEqual(['others waited 261 ms, alone 10 ms']);
    expect(missingOfHostileInput([], 10)).toHaveLength(1);
  });

  test('poison-job: without a death, with a job that never ran, or with no other under way at a death', () => {
    const runs = { bench_refuses: 3, bench_kills: 3, bench_slow: 5 };
    expect(missingOfPoisonJob({ deaths: 3, bystanders: 4, runs })).toEqual([]);
    expect(missingOfPoisonJob({ deaths: 0, bystanders: 4, runs })).toEqual(['no worker died']);
    expect(missingOfPoisonJob({ deaths: 3, bystanders: 4, runs: { bench_kills: 3, bench_slow: 5 } })).toEqual(
      ['bench_refuses never ran'],
    );
    expect(missingOfPoisonJob({ deaths: 3, bystanders: 4, runs: { ...runs, bench_slow: 4 } })).toEqual([
      'no other job was under way at a death',
    ]);
  });

  test('mail-kill: with nothing in hand, or with fewer kills', () => {
    expect(missingOfMailKill(2, [5, 1])).toEqual([]);
    expect(missingOfMailKill(2, [5, 0])).toEqual(['worker 2 had nothing in hand']);
    expect(missingOfMailKill(2, [5])).toHaveLength(1);
    expect(missingOfMailKill(0, [])).toHaveLength(1);
  });

  test('postgres-kill: with nothing sent again, or without a kill', () => {
    expect(missingOfPostgresKill({ kills: 2, repeated: 1 })).toEqual([]);
    expect(missingOfPostgresKill({ kills: 2, repeated: 0 })).toEqual(['nothing had to be sent again']);
    expect(missingOfPostgresKill({ kills: 0, repeated: 1 })).toHaveLength(1);
  });

  test('rolling-restart: without a restart, with nothing served meanwhile, with few calls, or with none that fails without draining', () => {
    expect(
      missingOfRollingRestart(4, { ended: 4, servedWhileEnding: 7, calls: 2_149, failedWithout: 3 }),
    ).toEqual([]);
    expect(
      missingOfRollingRestart(4, { ended: 3, servedWhileEnding: 7, calls: 2_149, failedWithout: 3 }),
    ).toEqual(['3 of 4 servers were ended']);
    expect(
      missingOfRollingRestart(0, { ended: 0, servedWhileEnding: 7, calls: 2_149, failedWithout: 3 }),
    ).toHaveLength(1);
    expect(
      missingOfRollingRestart(4, { ended: 4, servedWhileEnding: 0, calls: 2_149, failedWithout: 3 }),
    ).toEqual(['no call met a server that was about to end']);
    expect(
      missingOfRollingRestart(4, { ended: 4, servedWhileEnding: 7, calls: 17, failedWithout: 3 }),
    ).toHaveLength(1);
    expect(
      missingOfRollingRestart(4, { ended: 4, servedWhileEnding: 7, calls: 2_149, failedWithout: 0 }),
    ).toEqual(['without draining no call failed either']);
  });

  test('outage: with a database that was there, or without a call that met it', () => {
    expect(missingOfOutage({ refusals: 1, goneMs: 8_001, wantedMs: 8_000 })).toEqual([]);
    expect(missingOfOutage({ refusals: 1, goneMs: 7_999, wantedMs: 8_000 })).toEqual([
      'the database was gone for 7999 ms of 8000',
    ]);
    expect(missingOfOutage({ refusals: 0, goneMs: 8_001, wantedMs: 8_000 })).toEqual([
      'no call met the outage',
    ]);
    expect(missingOfOutage({ refusals: 1, goneMs: 0, wantedMs: 0 })).toHaveLength(1);
  });

  test('restore: with the mailing whole, or not begun', () => {
    expect(
      missingOfRestore(1000, { sentBefore: 335, before: { sent: 330, sending: 5, queued: 665 } }),
    ).toEqual([]);
    expect(missingOfRestore(1000, { sentBefore: 335, before: { sent: 1000 } })).toEqual([
      'the mailing was whole at the backup',
    ]);
    expect(missingOfRestore(1000, { sentBefore: 1000, before: { sent: 995, sending: 5 } })).toEqual([
      'the mailing was whole at the backup',
    ]);
    expect(missingOfRestore(1000, { sentBefore: 0, before: { queued: 1000 } })).toHaveLength(1);
  });
});
