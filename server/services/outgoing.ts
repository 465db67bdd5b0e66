/** Calls to addresses that people typed; one adapter stands behind it (adapters/outgoing.ts). */
import type { IncomingHttpHeaders } from 'node:http';

/** Why a call outside gave no answer that can be used. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
  /** private: the address may not be reached; slow: no answer in time; large: more than is taken; unreachable: anything else */
  readonly reason: 'private' | 'slow' | 'large' | 'unreachable';
  constructor(reason: OutgoingError['reason'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface OutgoingCall {
  url: string;
  method?: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** for all of it, redirects included; 10 s when not given */
  timeoutMs?: number;
  /** of the answer's body; 1 MB when not given */
  bytesMost?: number;
  /** a longer answer: refused when not given, or its beginning is taken and the rest is not read */
  longer?: 'cut';
}

export interface OutgoingAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface OutgoingService {
  /** Makes a call. Redirects are followed for GET alone. @throws OutgoingError */
  call(call: OutgoingCall): Promise<OutgoingAnswer>;
  /** Looks whether an address may be called. @throws OutgoingError private, or unreachable when its name leads nowhere */
  check(url: string): Promise<void>;
}
