import { describe, expect, test } from 'vitest';
import { INBOUND_BYTES, MailNotRead, readInboundContent, readInboundHead } from './inbound_mail.ts';
import { replyOfHtml, replyOfText, REPLY_CHARACTERS } from './inbound_text.ts';

/* Mails as programs write them: heads, parts and marks of the answered mail in the ways of each. */

/** Head and content together. */
async function readInboundMail(raw: Buffer) {
  const head = await readInboundHead(raw);
  const { body, report } = await readInboundContent(raw, head.report?.kind ?? null);
  return { ...head, body, report: head.report && { ...head.report, ...report! } };
}
const mail = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'utf8');
const latin1 = (...lines: string[]): Buffer => Buffer.from(lines.join('\r\n'), 'latin1');
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');

describe('answers of mail programs', () => {
  test('Gmail: both parts, a broken introduction, a signature', async () => {
    const read = await readInboundMail(
      mail(
        'Delivered-To: reply+1.2.00@mail.example',
        'From: "Zoë Miller" <Zoe@Example.com>',
        'To: Acme <reply+1.2.00@mail.example>',
        'Subject: Re: Dark mode',
        'Message-ID: <CAabc123@mail.gmail.com>',
        'In-Reply-To: <d2.1@mail.example>',
        'MIME-Version: 1.0',
        'Content-Type: multipart/alternative; boundary="0000b"',
        '',
        '--0000b',
        'Content-Type: text/plain; charset="UTF-8"',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Thanks, that=E2=80=99s just what we need.',
        '',
        'Does it come to the app too?',
        '',
        '-- ',
        'Zo=C3=AB Miller',
        'Head of everything',
        '',
        'On Tue, Nov 18, 2026 at 10:12=E2=80=AFAM Acme Ideas with a very long name',
        '<no-reply@mail.example> wrote:',
        '',
        '> News about an idea you follow',
        '> Dark mode',
        '--0000b',
        'Content-Type: text/html; charset="UTF-8"',
        '',
        '<div dir="ltr">other text</div>',
        '--0000b--',
        '',
      ),
    );
    expect(read).toMatchObject({
      message_id: 'CAabc123@mail.gmail.com',
      from_email: 'zoe@example.com',
      from_name: 'Zoë Miller',
      to: ['reply+1.2.00@mail.example'],
      subject: 'Re: Dark mode',
      body: 'Thanks, that’s just what we need.\n\nDoes it come to the app too?',
      automatic: null,
      report: null,
    });
  });

  test('Outlook: HTML alone in windows-1252, the line above the answered mail, German', async () => {
    const read = await readInboundMail(
      latin1(
        'From: =?Windows-1252?Q?J=F6rg_M=FCller?= <joerg@firma.example>',
        'To: reply+1.2.00@mail.example',
        'Subject: =?Windows-1252?Q?AW:_Dunkle_Farben_f=FCr_alle?=',
        'Message-ID: <AM0PR@outlook.example>',
        'Content-Type: text/html; charset="Windows-1252"',
        'Content-Transfer-Encoding: 8bit',
        '',
        '<html><head><style>p {margin:0}</style></head><body><div class="WordSection1">',
        '<p class="MsoNormal">Schöne Sache \x96 aber bitte für <b>20 \x80</b> im Monat.<o:p></o:p></p>',
        '<p class="MsoNormal">Grüße<br>Jörg</p>',
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal"><b>Von:</b> Acme &lt;no-reply@mail.example&gt;<br><b>Gesendet:</b> Dienstag, 18. November 2026 10:12<br><b>Betreff:</b> Dunkle Farben</p></div>',
        '<p>News about an idea you follow</p></div></body></html>',
      ),
    );
    expect(read.body).toBe('Schöne Sache – aber bitte für 20 € im Monat.\n\nGrüße\nJörg');
    expect(read.subject).toBe('AW: Dunkle Farben für alle');
    expect(read.from_name).toBe('Jörg Müller');
  });

  test('Outlook as text: the head above the answered mail, in German and with a divider', () => {
    const head = [
      'Von: Acme <no-reply@mail.example>',
      'Gesendet: Dienstag, 18. November 2026 10:12',
      'An: Jörg',
      'Betreff: Dunkle Farben',
      '',
      'Alter Text',
    ].join('\n');
    expect(replyOfText(`Passt so.\n\n${head}`)).toBe('Passt so.');
    expect(replyOfText(`Passt so.\n\n-----Ursprüngliche Nachricht-----\n${head}`)).toBe('Passt so.');
    expect(
      replyOfText(`Fine.\n\n________________________________\nFrom: Acme\nSent: Tuesday\nTo: Me\n\nOld text`),
    ).toBe('Fine.');
  });

  test('Apple Mail on a phone: the sentence of the phone goes, German introduction', () => {
    expect(
      replyOfText(
        'Ja, gern!\n\nVon meinem iPhone gesendet\n\n> Am 18.11.2026 um 10:12 schrieb Acme <no-reply@mail.example>:\n> \n> Alter Text',
      ),
    ).toBe('Ja, gern!');
    expect(
      replyOfText(
        'Yes please\n\nSent from my iPhone\n\nOn Nov 18, 2026, at 10:12, Acme <no-reply@mail.example> wrote:\n\n> Old',
      ),
    ).toBe('Yes please');
  });

  test('Japanese in iso-2022-jp, with the introduction of its programs', async () => {
    // "ありがとうございます。" and the subject "Re: 提案" in ISO-2022-JP
    const text = Buffer.from(
      '\x1b$B$"$j$,$H$&$4$6$$$^$9!#\x1b(B\r\n\r\n2026\x1b$BG/\x1b(B11\x1b$B7n\x1b(B18\x1b$BF|\x1b(B(\x1b$B2P\x1b(B) 10:12 Acme <no-reply@mail.example>:\r\n> old\r\n',
      'latin1',
    );
    const read = await readInboundMail(
      Buffer.concat([
        mail(
          'From: tanaka@example.jp',
          'To: reply+1.2.00@mail.example',
          'Subject: =?ISO-2022-JP?B?UmU6IBskQkRzMEYbKEI=?=',
          'Message-ID: <jp@example.jp>',
          'Content-Type: text/plain; charset=ISO-2022-JP',
          'Content-Transfer-Encoding: 7bit',
          '',
          '',
        ),
        text,
      ]),
    );
    expect(read.body).toBe('ありがとうございます。');
    expect(read.subject).toBe('Re: 提案');
    expect(
      replyOfText(
        '了解しました。\n\niPhoneから送信\n\n2026/11/18 10:12、Acme <no-reply@mail.example>のメール:\n\n> 古い',
      ),
    ).toBe('了解しました。');
  });

  const withFiles = (pictures: number): Buffer =>
    mail(
      'From: a@example.com',
      'To: reply+1.2.00@mail.example',
      'Subject: Files',
      'Message-ID: <f@example.com>',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'See the plan.',
      '',
      '--x',
      'Content-Type: application/pdf; name="plan.pdf"',
      'Content-Disposition: attachment; filename="plan.pdf"',
      'Content-Transfer-Encoding: base64',
      '',
      base64(Buffer.alloc(100_000, 7)),
      '',
      ...Array.from({ length: pictures }, () => [
        '--x',
        'Content-Type: image/png',
        'Content-Disposition: attachment; filename="=?utf-8?Q?M=C3=A4rz.png?="',
        'Content-Transfer-Encoding: base64',
        '',
        base64(Buffer.from('x')),
      ]).flat(),
      '--x--',
      '',
    );

  test('files are named and not kept, unless they are asked for; at most twenty', async () => {
    const asked = (raw: Buffer) => readInboundContent(raw, null, true);
    const named = await readInboundContent(withFiles(1), null);
    expect(named).toMatchObject({
      body: 'See the plan.\n\n[Not kept: 2 files, plan.pdf, März.png]',
      files: [],
    });
    const kept = await asked(withFiles(1));
    expect(kept.body).toBe('See the plan.');
    expect(kept.files).toEqual([
      { name: 'plan.pdf', content_type: 'application/pdf', bytes: Buffer.alloc(100_000, 7) },
      { name: 'März.png', content_type: 'image/png', bytes: Buffer.from('x') },
    ]);
    const many = await asked(withFiles(24));
    expect(many.files).toHaveLength(20);
    expect(many.body).toBe(`See the plan.\n\n[Not kept: 5 files, ${'März.png, '.repeat(4)}März.png]`);
  });

  test('marks of other programs in HTML', () => {
    expect(
      replyOfHtml(
        '<div dir="ltr">Good<br></div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue …</div><blockquote class="gmail_quote">Old</blockquote></div>',
      ),
    ).toBe('Good');
    expect(
      replyOfHtml(
        '<html><body>Fine.<br><blockquote type="cite"><div>Old</div></blockquote><div>And one more.</div></body></html>',
      ),
    ).toBe('Fine.\n\nAnd one more.');
    expect(
      replyOfHtml(
        '<p>Sure</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: Acme</div><div>Old</div>',
      ),
    ).toBe('Sure');
    expect(replyOfHtml('<p>A &lt;b&gt; &amp; c</p><script>alert(1)</script><style>p{}</style>')).toBe(
      'A <b> & c',
    );
  });

  test('what stands between or under the quoted lines is kept, and nobody is left without a word', () => {
    expect(replyOfText('> Do you want it?\nYes.\n> When?\nSoon.')).toBe('Yes.\nSoon.');
    expect(
      replyOfText(
        'On Tue, Nov 18, 2026 at 10:12 Acme <a@mail.example> wrote:\n> Old\n\nMy answer stands below.',
      ),
    ).toBe('My answer stands below.');
    expect(replyOfText('> only a quote')).toBe('> only a quote');
    expect(
      replyOfText('Please note:\nFrom: is a word, and so is\nOn the way he wrote:\nthree lines'),
    ).toContain('three lines');
    expect(replyOfText('x'.repeat(REPLY_CHARACTERS + 10))).toHaveLength(REPLY_CHARACTERS);
  });
});

describe('what is no answer of a person', () => {
  const withHead = async (head: string) =>
    (
      await readInboundMail(
        mail(
          'From: a@example.com',
          'To: reply+1.2.00@mail.example',
          'Subject: Re: x',
          'Message-ID: <a@b>',
          head,
          '',
          'Hello',
        ),
      )
    ).automatic;
  for (const head of [
    'Auto-Submitted: auto-replied',
    'Precedence: bulk',
    'X-Auto-Response-Suppress: OOF, AutoReply',
    'X-Autoreply: yes',
    'List-Id: <x.example>',
    'Return-Path: <>',
  ]) {
    test(`head ${head}`, async () => expect(await withHead(head)).not.toBeNull());
  }
  test('a person with Auto-Submitted: no is one', async () =>
    expect(await withHead('Auto-Submitted: no')).toBeNull());
  test('a sentence of absence, and programs that take no mail', async () => {
    const of = async (from: string, subject: string) =>
      (await readInboundMail(mail(`From: ${from}`, `Subject: ${subject}`, 'Message-ID: <a@b>', '', 'x')))
        .automatic;
    expect(await of('a@example.com', 'Abwesenheitsnotiz: Re: Dark mode')).not.toBeNull();
    expect(await of('a@example.com', 'Automatic reply: Dark mode')).not.toBeNull();
    expect(await of('MAILER-DAEMON@example.com', 'Hello')).not.toBeNull();
    expect(await of('no-reply+demo@mail.example', 'Hello')).not.toBeNull();
    expect(await of('a@example.com', 'Automatic dark mode')).toBeNull();
  });
});

describe('reports', () => {
  const dsn = (status: string, action: string): Buffer =>
    mail(
      'From: MAILER-DAEMON@mx.example',
      'To: no-reply@mail.example',
      'Subject: Undelivered Mail',
      'Message-ID: <dsn@mx.example>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=d',
      '',
      '--d',
      'Content-Type: text/plain',
      '',
      'Sorry.',
      '',
      '--d',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example',
      '',
      'Final-Recipient: rfc822; zoe@example.com',
      `Action: ${action}`,
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1 <zoe@example.com>:',
      '  user unknown',
      '',
      '--d',
      'Content-Type: text/rfc822-headers',
      '',
      'Reply-To: reply+1.2.00112233445566778899aabbccddeeff@mail.example',
      'Subject: x',
      '',
      '--d--',
      '',
    );
  test('a failure for good, with what the other side said and the address that proves it', async () => {
    expect((await readInboundMail(dsn('5.1.1', 'failed'))).report).toEqual({
      kind: 'bounce',
      isFinal: true,
      reason: '5.1.1 550 5.1.1 <zoe@example.com>: user unknown',
      addresses: ['reply+1.2.00112233445566778899aabbccddeeff@'],
    });
  });
  test('a delay, and a delivery, are no failure', async () => {
    expect((await readInboundMail(dsn('4.2.2', 'delayed'))).report?.isFinal).toBe(false);
    expect((await readInboundMail(dsn('2.0.0', 'delivered'))).report?.isFinal).toBe(false);
  });
  test('a complaint', async () => {
    const read = await readInboundMail(
      mail(
        'From: fbl@isp.example',
        'Content-Type: multipart/report; report-type=feedback-report; boundary=d',
        '',
        '--d',
        'Content-Type: message/feedback-report',
        '',
        'Feedback-Type: abuse',
        '--d',
        'Content-Type: message/rfc822',
        '',
        'Reply-To: reply+1.2.00@mail.example',
        '',
        'x',
        '--d--',
      ),
    );
    expect(read.report).toMatchObject({ kind: 'complaint', isFinal: true, addresses: ['reply+1.2.00@'] });
  });
});

describe('mails that are meant to hurt', () => {
  const refused = (raw: Buffer) =>
    readInboundMail(raw).then(
      () => null,
      (error: unknown) => (error instanceof MailNotRead ? error.message : String(error)),
    );
  test('too large, too many parts, too deep, too long a head', async () => {
    expect(await refused(Buffer.alloc(INBOUND_BYTES + 1, 65))).toContain('25 MB');
    const deep = Array.from(
      { length: 200 },
      (_n, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at + 1}\r\n\r\n`,
    ).join('');
    expect(await refused(Buffer.from(`Content-Type: multipart/mixed; boundary=b0\r\n\r\n${deep}`))).toContain(
      'too many parts',
    );
    expect(
      await refused(
        Buffer.from(
          `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: text/plain\r\n\r\nx\r\n'.repeat(1000)}`,
        ),
      ),
    ).toContain('too many parts');
    expect(await refused(Buffer.from(`Subject: x\r\n${'X-A: y\r\n'.repeat(60_000)}\r\nHello`))).toContain(
      'head',
    );
  });
  test('a subject that would begin further heads is one line, and bytes that are no text do no harm', async () => {
    const read = await readInboundMail(
      mail(
        'From: a@example.com',
        'Subject: =?utf-8?Q?Hi=0D=0ABcc:_victim@example.com?=',
        'Message-ID: <a@b>',
        'Content-Type: text/plain; charset=nonsense-99',
        '',
        'Hello\u0000 there',
      ),
    );
    expect(read.subject).toBe('Hi Bcc: victim@example.com');
    expect(read.body).toBe('Hello there');
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_n, at) => (at * 7919) % 256));
    expect((await readInboundMail(noise)).message_id).toBeNull();
  });
});
