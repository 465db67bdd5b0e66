/** Looks up DNS records. */
export interface DnsService {
  /** Texts of the TXT records of a name, each joined; none: []. @throws DnsUnavailable */
  textsOf(name: string): Promise<string[]>;
}

/** No DNS server gave an answer: whether there is a record is not known. */
export class DnsUnavailable extends Error {
  override name = 'DnsUnavailable';
}
