import { escapeHtml } from '../../contract/rich_text.ts';

/**
 * The one look of all mail: a card of rows on a ground, with a footer. Tables and inline styles, because mail
 * programs know little else; colours for light and dark; text that is cut nowhere and reads from
 * whichever side its letters ask for.
 */

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Colours of light programs; for dark ones the classes of `DARK` take their place: t text, q quiet, k link, l line, c code, n button. */
export const MAIL_COLORS = { ink: '#1b1e25', quiet: '#5b6270', line: '#e3e6eb', link: '#2456c7' } as const;
/** Long words break instead of pushing the card apart. */
export const MAIL_BREAK = 'overflow-wrap:anywhere;word-break:break-word';

const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.g{background-color:#14161a!important}.b{background-color:#1e2127!important;border-color:#343943!important}
.t{color:#eceef2!important}.q{color:#a4abb8!important}.l{border-color:#343943!important}.k{color:#8fb0ff!important}.c{background-color:#2a2e36!important;color:#eceef2!important}
.n{background-color:#2a2e36!important;border-color:#454b57!important;color:#eceef2!important}
}
@media (max-width:640px){.w{padding:20px!important}.o{padding:0!important}.b{border-radius:0!important;border-left:0!important;border-right:0!important}}`;

/** A row of the card; `inside` is HTML. */
export function mailRow(inside: string, style = 'padding:0 0 14px'): string {
  return `<tr><td class="t" dir="auto" style="${style};color:${MAIL_COLORS.ink};${MAIL_BREAK}">${inside}</td></tr>`;
}

/** The small line over the heading. */
export function mailKicker(text: string): string {
  return mailRow(
    `<span class="q" style="color:${MAIL_COLORS.quiet};font-size:13px;line-height:20px">${escapeHtml(text)}</span>`,
    'padding:0 0 6px',
  );
}

/** The first line, large. */
export function mailHeading(text: string): string {
  return mailRow(
    `<h1 style="margin:0;font-size:22px;line-height:1.3;font-weight:700;${MAIL_BREAK}">${escapeHtml(text)}</h1>`,
  );
}

/** A link that looks like a button; `label` is HTML. */
export function mailButton(url: string, label: string, isQuiet = false): string {
  const { line, ink, link } = MAIL_COLORS;
  return isQuiet
    ? `<a class="n" href="${escapeHtml(url)}" style="display:inline-block;padding:8px 16px;margin:0 6px 6px 0;border:1px solid ${line};border-radius:8px;background-color:#f6f7f9;color:${ink};font-size:14px;line-height:20px;text-decoration:none">${label}</a>`
    : `<a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 20px;border-radius:8px;background-color:${link};color:#ffffff;font-size:15px;line-height:22px;font-weight:600;text-decoration:none">${label}</a>`;
}

/**
 * A whole mail.
 *
 * @param title of the document, as text
 * @param preview what mail programs show beside the subject, as text
 * @param rows of `mailRow`; empty ones are left out
 * @param footer HTML
 * @param end HTML after everything, such as the picture that tells of the first look
 */
export function mailPage({
  title,
  preview,
  rows,
  footer,
  end = '',
}: {
  title: string;
  preview: string;
  rows: readonly string[];
  footer: string;
  end?: string;
}): string {
  const { line, quiet } = MAIL_COLORS;
  return `<!doctype html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml"><head><meta http-equiv="content-type" content="text/html; charset=utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="x-apple-disable-message-reformatting"><title>${escapeHtml(title)}</title><style>${DARK}</style></head>
<body class="g" style="margin:0;padding:0;background-color:#f3f4f6;font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" class="g" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f4f6"><tr><td class="o" align="center" style="padding:28px 12px">
<table role="presentation" class="b" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px;background-color:#ffffff;border:1px solid ${line};border-radius:12px;table-layout:fixed"><tr><td class="w" style="padding:28px 32px 20px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed;font-family:${FONT}">
${rows.filter((text) => text !== '').join('\n')}
</table></td></tr></table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px"><tr><td class="w q" dir="auto" style="padding:16px 32px 28px;color:${quiet};font-family:${FONT};font-size:12px;line-height:1.6;${MAIL_BREAK}">${footer}</td></tr></table>
</td></tr></table>${end}
</body></html>`;
}

/**
 * A short mail to one person, as text and as HTML.
 *
 * @param lines paragraphs; the one that is the link's address becomes a button in the HTML
 */
export function noticeMail({
  workspace,
  heading,
  lines,
  link,
}: {
  workspace: string;
  heading: string;
  lines: readonly string[];
  link: { label: string; url: string };
}): { html: string; text: string } {
  const rows = lines.map((line) =>
    line === link.url
      ? mailRow(mailButton(link.url, escapeHtml(link.label)), 'padding:6px 0 20px')
      : mailRow(escapeHtml(line), 'padding:0 0 14px;font-size:15px;line-height:1.6'),
  );
  return {
    html: mailPage({
      title: heading,
      preview: lines
        .filter((line) => line !== link.url)
        .join(' ')
        .slice(0, 140),
      rows: [mailHeading(heading), ...rows],
      footer: escapeHtml(workspace),
    }),
    text: `${lines.join('\n\n')}\n`,
  };
}
