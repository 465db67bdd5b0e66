import { Resolver } from 'node:dns/promises';
import { DnsUnavailable, type DnsService } from '../services/dns.ts';

/** Answers that say that there is no such record. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/**
 * DNS by the servers that this machine uses. A look-up takes `timeoutMs` twice at most.
 * @param servers other DNS servers, as address and port; without them those of the machine
 */
export function createDns({
  servers,
  timeoutMs = 2000,
}: { servers?: readonly string[]; timeoutMs?: number } = {}): DnsService {
  return {
    textsOf: async (name) => {
      // one for each look-up: the machine's servers may have changed
      const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
      if (servers) resolver.setServers(servers);
      try {
        // the dot keeps search domains of this machine out of it
        return (await resolver.resolveTxt(`${name}.`)).map((parts) => parts.join(''));
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException;
        if (NOTHING.has(code)) return [];
        throw new DnsUnavailable(`No answer about ${name} (${code}).`, { cause: error });
      }
    },
  };
}
