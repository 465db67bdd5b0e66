import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

/** A device that makes one passkey and signs with it, as a browser passes its answers on (WebAuthn, ES256, no attestation). */
export class TestPasskey {
  readonly id = randomBytes(16).toString('base64url');
  private readonly keys: { privateKey: KeyObject; publicKey: KeyObject };
  private readonly origin: string;
  private readonly rpId: string;
  /** how often it says that it was used */
  count = 0;

  /** @param url of the page that asks */
  constructor(url: string) {
    this.origin = new URL(url).origin;
    this.rpId = new URL(url).hostname;
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  /** What the browser answers when a passkey is to be made. */
  make({ challenge }: { challenge: string }): object {
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' });
    const cose = Buffer.concat([
      // a map: kind EC2, algorithm ES256, curve P-256, x, y
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x!, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y!, 'base64url'),
    ]);
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const data = this.data(0x41, Buffer.concat([Buffer.alloc(16), length, id, cose]));
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    const attestation = Buffer.concat([
      // a map: fmt none, attStmt {}, authData
      Buffer.from([0xa3, 0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0, 0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59]),
      size,
      data,
    ]);
    return this.answer({
      clientDataJSON: this.client('webauthn.create', challenge),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What the browser answers when it is to sign. */
  sign({ challenge }: { challenge: string }): object {
    this.count += 1;
    const data = this.data(0x01);
    const client = this.client('webauthn.get', challenge);
    const signature = createSign('SHA256')
      .update(data)
      .update(createHash('sha256').update(Buffer.from(client, 'base64url')).digest())
      .sign(this.keys.privateKey);
    return this.answer({
      clientDataJSON: client,
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private data(flags: number, more = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head[0] = flags;
    head.writeUInt32BE(this.count, 1);
    return Buffer.concat([createHash('sha256').update(this.rpId).digest(), head, more]);
  }

  private client(type: string, challenge: string): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin })).toString('base64url');
  }

  private answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
