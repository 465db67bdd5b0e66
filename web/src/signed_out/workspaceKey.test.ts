import { describe, expect, test } from 'vitest';
import { hostOfWorkspace, keyOfName, keyProblem } from './workspaceKey.ts';

describe('address key of a workspace', () => {
  test('it is made from the name', () => {
    expect(keyOfName('Acme Tools')).toBe('acme-tools');
    expect(keyOfName('  Müller & Söhne GmbH ')).toBe('muller-sohne-gmbh');
    expect(keyOfName('日本')).toBe('');
    expect(keyOfName('a'.repeat(80))).toHaveLength(40);
  });

  test('what is wrong with it is said in a sentence', () => {
    expect(keyProblem('acme')).toBeNull();
    expect(keyProblem('')).toBe('Workspace URL is required');
    expect(keyProblem('admin')).toContain('another meaning');
    expect(keyProblem('-acme')).toContain('starting and ending');
    expect(keyProblem('Acme')).toContain('lowercase letters');
    expect(keyProblem('a'.repeat(41))).toContain('40');
  });

  test('the default workspace is reached at the host itself, others in front of it', () => {
    expect(hostOfWorkspace('demo', 'demo', 'feedback.example.com')).toBe('feedback.example.com');
    expect(hostOfWorkspace('acme', 'demo', 'feedback.example.com')).toBe('acme.feedback.example.com');
    expect(hostOfWorkspace('acme', 'demo', '127.0.0.1:3000')).toBe('acme.localhost:3000');
  });
});
