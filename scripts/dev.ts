/**
 * Development: `npm run dev`. The server starts again when one of its files changes, the console changes in the open
 * page. Each statement is checked for its workspace (NODE_ENV=development), as in the tests.
 *
 * One address for both: this process serves the console's sources through Vite and passes everything else on. Pages
 * come from the server, too, so that signing in, redirects and what a page brings along are those of the product; only
 * their built scripts are replaced by the sources.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { generateDocumentTypes } from './codegen.ts';

const ROOT = join(import.meta.dirname, '..');
const WEB = join(ROOT, 'web');
const port = Number(process.env['PORT'] ?? 8080);
/** The server behind, which nobody opens by hand. */
const serverPort = port + 1;
const publicUrl = process.env['PUBLIC_URL'] ?? `http://localhost:${port}`;

// for the editor; nothing that runs needs them
generateDocumentTypes();

// the server serves pages of a built console only; their scripts are not used here
if (!existsSync(join(WEB, 'dist/index.html'))) {
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build-console.ts')], { stdio: 'inherit' });
  if (built.status !== 0) process.exit(1);
}

const front = createServer();
const vite = await createVite({
  configFile: join(WEB, 'vite.config.ts'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: front } },
});

/** The page of the sources in place of a built one, with what the server wrote into that for this visit. */
async function pageOfSources(url: string, built: string): Promise<string> {
  const isConsole = built.includes('id="earshot-early"') || /console-assets\/index-/.test(built);
  const html = await vite.transformIndexHtml(
    url,
    readFileSync(join(WEB, isConsole ? 'index.html' : 'door.html'), 'utf8'),
  );
  const data = built.match(/<script type="application\/json"[^>]*>[^<]*<\/script>/g) ?? [];
  return html.replace('</head>', () => `${data.join('')}</head>`);
}

function passOn(request: IncomingMessage, response: ServerResponse): void {
  // what is not compressed can be read here
  const headers = { ...request.headers, 'accept-encoding': 'identity' };
  const onward = ask(
    { host: '127.0.0.1', port: serverPort, method: request.method, path: request.url, headers },
    (answer) => {
      const isPage = (answer.headers['content-type'] ?? '').startsWith('text/html');
      if (!isPage) {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        return;
      }
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => {
        // Vite's scripts stand in the page without a nonce
        const { 'content-security-policy': _policy, 'content-length': _length, ...kept } = answer.headers;
        const page = body.includes('/console-assets/')
          ? pageOfSources(request.url ?? '/', body)
          : Promise.resolve(body);
        page.then(
          (html) => response.writeHead(answer.statusCode ?? 200, kept).end(html),
          (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
        );
      });
    },
  );
  onward.on('error', () => {
    if (!response.headersSent) response.writeHead(503, { 'content-type': 'text/html', refresh: '1' });
    response.end('The server is starting. This page loads itself again.\n');
  });
  request.pipe(onward);
  response.on('close', () => onward.destroy());
}

front.on('request', (request, response) => {
  if (request.url?.startsWith('/console-assets/') === true) vite.middlewares(request, response);
  else passOn(request, response);
});
await new Promise<void>((resolve, reject) => {
  front.once('error', reject);
  front.listen(port, resolve);
});

const server = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(ROOT, 'server/cli/main.ts'), 'start'],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      DATA_DIR: join(ROOT, 'data/dev'),
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(serverPort),
      PUBLIC_URL: publicUrl,
    },
  },
);
const stop = (): void => {
  server.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
server.on('exit', (code) => {
  front.closeAllConnections();
  void vite.close().then(() => process.exit(code ?? 0));
});
