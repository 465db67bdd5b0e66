export { keyProblem } from '../../../contract/hosts.ts';
import { textLimits } from '../../../contract/limits.ts';

/** A key made from the workspace's name: 'Acme Tools' gives 'acme-tools'; '' when nothing usable is left. */
export function keyOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, textLimits.subdomainKeyCharacters)
    .replace(/^-+|-+$/g, '');
}

/**
 * Host under which a workspace is reached: the one of this page for the default
 * workspace, else the key in front of it.
 */
export function hostOfWorkspace(key: string, defaultKey: string, host: string): string {
  return key === defaultKey ? host : `${key}.${host.replace(/^127\.0\.0\.1|^\[::1\]/, 'localhost')}`;
}
